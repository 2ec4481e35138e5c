import { Injectable } from '@nestjs/common';
import type { KeyLimits } from '@earshot/contracts-projects';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyUsage } from './key-usage.js';
import { limitExceeded } from './limits.errors.js';
import type { LimitedKey } from './limited-key.js';
import { Permit } from './permit.js';
import { rateLimitHeaders } from './rate-limit-headers.js';
import { UsageTable } from './usage-table.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** On routes that count against the limits of a key, where the caller's key has some. */
    permit: Permit | null;
  }
}

/** Lets requests in under the limits of their keys. */
@Injectable()
export class Admission {
  constructor(private readonly usages: UsageTable) {}

  /**
   * Counts a request that a model answers, which gets its permit, until its response has closed, however that comes about.
   *
   * @throws AppError `requests_per_minute_exceeded`, `tokens_per_minute_exceeded`, `concurrent_requests_exceeded`
   */
  admit({ id, limits }: LimitedKey, request: FastifyRequest, reply: FastifyReply): void {
    const usage = this.usages.of(id);
    enter(usage, limits, reply, true);
    const permit = new Permit(usage);
    request.permit = permit;
    if (reply.raw.destroyed) permit.release();
    else reply.raw.once('close', () => permit.release());
  }

  /** Counts any other request, which only a limit of requests concerns. @throws AppError `requests_per_minute_exceeded` */
  count({ id, limits }: LimitedKey, reply: FastifyReply): void {
    const { requests_per_minute } = limits;
    if (requests_per_minute !== undefined) enter(this.usages.of(id), { requests_per_minute }, reply, false);
  }
}

/** Tells the client where its key stands. @throws AppError where that is beyond a limit. */
function enter(usage: KeyUsage, limits: KeyLimits, reply: FastifyReply, isUnderWay: boolean): void {
  const { exceeded, standing } = usage.admit(limits, Date.now(), isUnderWay);
  reply.headers(rateLimitHeaders(limits, standing));
  if (exceeded) throw limitExceeded(standing);
}
