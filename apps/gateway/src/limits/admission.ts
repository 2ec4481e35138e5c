import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
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
   * Counts the request, which gets its permit, until its response has closed, however that comes about.
   *
   * @throws AppError `requests_per_minute_exceeded`, `tokens_per_minute_exceeded`, `concurrent_requests_exceeded`
   */
  admit({ id, limits }: LimitedKey, request: FastifyRequest, reply: FastifyReply): void {
    const usage = this.usages.of(id);
    const { exceeded, standing } = usage.admit(limits, Date.now());
    reply.headers(rateLimitHeaders(limits, standing));
    if (exceeded) throw limitExceeded(standing);
    const permit = new Permit(usage);
    request.permit = permit;
    if (reply.raw.destroyed) permit.release();
    else reply.raw.once('close', () => permit.release());
  }
}
