import { Inject, Injectable } from '@nestjs/common';
import type { Project } from '@earshot/contracts-projects';
import { CONFIG } from '@earshot/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { projectLimitExceeded } from './limits.errors.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request holds a slot of its project. */
    hasProjectSlot: boolean;
  }
}

/** Limits the concurrent model requests of each project in this process (ADR fair-shares). */
@Injectable()
export class ProjectSlots {
  readonly #used = new Map<string, number>();
  readonly #defaultLimit: number;

  constructor(@Inject(CONFIG) { projectConcurrent }: Pick<GatewayConfig, 'projectConcurrent'>) {
    this.#defaultLimit = projectConcurrent;
  }

  /**
   * Acquires a slot until the response is closed. Further calls for the same request have no effect.
   *
   * @param project with its limits, if this gateway has read them.
   * @throws AppError `project_concurrent_requests_exceeded`
   */
  acquire({ id, limits }: Pick<Project, 'id' | 'limits'>, request: FastifyRequest, reply: FastifyReply): void {
    if (request.hasProjectSlot || reply.raw.destroyed) return;
    const limit = limits?.concurrent ?? this.#defaultLimit;
    const used = this.#used.get(id) ?? 0;
    if (used >= limit) throw projectLimitExceeded(limit);
    this.#used.set(id, used + 1);
    request.hasProjectSlot = true;
    reply.raw.once('close', () => this.#release(id));
  }

  #release(id: string): void {
    const used = this.#used.get(id) as number;
    if (used === 1) this.#used.delete(id);
    else this.#used.set(id, used - 1);
  }
}
