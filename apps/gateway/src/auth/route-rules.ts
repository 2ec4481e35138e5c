import { Injectable, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { routesOf } from '../openapi/route-inventory.js';
import type { AccessRule } from './route.decorators.js';

/** Who may use a route, and which limits apply. */
export interface RouteRule {
  /** null: public. */
  readonly access: AccessRule | null;
  /** Whether a model serves the route: its requests then count against all limits. */
  readonly counts: boolean;
}

/** The rules of all routes, from the decorators of the controllers. */
@Injectable()
export class RouteRules {
  readonly #rules = new Map<string, RouteRule>();

  constructor(discovery: DiscoveryService) {
    const controllers = discovery.getControllers().map(({ metatype }) => metatype as Type);
    for (const { method, path, access, counts } of routesOf(controllers)) {
      const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
      this.#rules.set(`${method.toUpperCase()} ${url}`, { access, counts });
    }
  }

  /** Returns the rule of a request's route. @throws Error for a route without a rule: it serves no one. */
  of({ method, routeOptions }: FastifyRequest): RouteRule {
    // HEAD has the rule of GET.
    const rule = this.#rules.get(`${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`);
    if (rule?.access === undefined) throw new Error('The route has no access rule.');
    return rule;
  }
}
