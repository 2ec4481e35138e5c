import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { KeyLimits } from '@earshot/contracts-projects';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProjectDirectory } from '@earshot/directory';
import { KeyUseRecorder } from '../auth/key-use-recorder.js';
import type { RequestGuard } from '../http/request-guards.js';
import { RouteValues } from '../http/route-handlers.js';
import type { KeyUsage } from './key-usage.js';
import { countsAgainstLimits } from './limits.decorators.js';
import { limitExceeded } from './limits.errors.js';
import { Permit } from './permit.js';
import { ProjectSlots } from './project-slots.js';
import { rateLimitHeaders } from './rate-limit-windows.js';
import { UsageTable } from './usage-table.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes that a model serves, except for `EARSHOT_ADMIN_KEY`. */
    permit: Permit | null;
  }
}

/** Checks the limits of the caller's project and key. */
@Injectable()
export class LimitsGuard implements RequestGuard {
  readonly #countsAgainstAll: RouteValues<boolean>;

  constructor(
    discovery: DiscoveryService,
    private readonly projects: ProjectDirectory,
    private readonly slots: ProjectSlots,
    private readonly usages: UsageTable,
    private readonly uses: KeyUseRecorder,
  ) {
    this.#countsAgainstAll = new RouteValues(discovery, countsAgainstLimits);
  }

  /** Counts the request against all limits if a model serves its route, else only against requests per minute. */
  check(request: FastifyRequest, reply: FastifyReply): void {
    const counts = this.#countsAgainstAll.of(request);
    const { caller } = request;
    if (caller === null) return;
    // A key of the installation names its project in the body: the slot is acquired once that is read.
    if (counts && caller.projectId !== null) {
      this.slots.acquire(this.projects.find(caller.projectId) ?? { id: caller.projectId }, request, reply);
    }
    // After the slot: a request that the project's limit rejects does not count for the key.
    if (caller.limited === null) {
      if (counts && caller.keyId !== null) request.permit = this.#permit(caller.keyId, null);
      return;
    }
    const { id, limits } = caller.limited;
    const { requests_per_minute } = limits;
    if (counts) this.#admit(id, limits, request, reply);
    else if (requests_per_minute !== undefined) this.#count(id, { requests_per_minute }, reply, false);
  }

  /** Counts further requests of a batch against requests per minute. @throws AppError `requests_per_minute_exceeded` */
  countFurther({ caller }: FastifyRequest, reply: FastifyReply, count: number): void {
    const requests_per_minute = caller?.limited?.limits.requests_per_minute;
    if (!caller?.limited || requests_per_minute === undefined) return;
    for (let further = 0; further < count; further += 1)
      this.#count(caller.limited.id, { requests_per_minute }, reply, false);
  }

  /** Counts a request until its response is closed. */
  #admit(id: string, limits: KeyLimits, request: FastifyRequest, reply: FastifyReply): void {
    const permit = this.#permit(id, this.#count(id, limits, reply, true));
    request.permit = permit;
    if (reply.raw.destroyed) permit.release();
    else reply.raw.once('close', () => permit.release());
  }

  #permit(id: string, usage: KeyUsage | null): Permit {
    return new Permit(usage, (tokens) => this.uses.spend(id, tokens));
  }

  #count(id: string, limits: KeyLimits, reply: FastifyReply, isConcurrent: boolean) {
    const usage = this.usages.of(id);
    const { exceeded, window } = usage.admit(limits, Date.now(), isConcurrent);
    reply.headers(rateLimitHeaders(limits, window));
    if (exceeded) throw limitExceeded(window);
    return usage;
  }
}
