import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { PUBLIC_ROUTE } from '@earshot/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Admission } from '../limits/admission.js';
import { COUNTS_AGAINST_LIMITS } from '../limits/counts-against-limits.decorator.js';
import { ACCESS_RULE, type AccessRule } from './access.decorators.js';
import { adminRequired, permissionMissing } from './access.errors.js';

/** Holds every route to what it says it requires, and the caller's key to its limits. A route that says nothing serves nobody. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly admission: Admission,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const places = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC_ROUTE, places) === true) return true;
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS_RULE, places);
    if (rule === undefined) throw new Error('This route does not say who may use it.');
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const { caller } = request;
    if (caller === null) throw new Error('This route was reached without authentication.');
    if (rule.admin && caller.projectId !== null) throw adminRequired();
    if (rule.permission !== null && !caller.permissions.has(rule.permission)) throw permissionMissing(rule.permission);
    if (
      caller.limited !== null &&
      this.reflector.getAllAndOverride<boolean | undefined>(COUNTS_AGAINST_LIMITS, places)
    ) {
      this.admission.admit(caller.limited, request, http.getResponse<FastifyReply>());
    }
    return true;
  }
}
