import { Inject, Injectable } from '@nestjs/common';
import type { Project } from '@earshot/contracts-projects';
import { CONFIG } from '@earshot/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { projectLimitExceeded } from './limits.errors.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request counts among those that its project has under way. */
    hasProjectPlace: boolean;
  }
}

/** Bounds how many requests to models each project has under way in this process (ADR fair-shares). */
@Injectable()
export class ProjectPlaces {
  readonly #taken = new Map<string, number>();
  readonly #defaultLimit: number;

  constructor(@Inject(CONFIG) { projectConcurrent }: Pick<GatewayConfig, 'projectConcurrent'>) {
    this.#defaultLimit = projectConcurrent;
  }

  /**
   * Counts the request until its response has closed, once however often this is called for it.
   *
   * @param project with its limits, where this gateway has read them.
   * @throws AppError `project_concurrent_requests_exceeded`
   */
  take({ id, limits }: Pick<Project, 'id' | 'limits'>, request: FastifyRequest, reply: FastifyReply): void {
    if (request.hasProjectPlace || reply.raw.destroyed) return;
    const limit = limits?.concurrent ?? this.#defaultLimit;
    const taken = this.#taken.get(id) ?? 0;
    if (taken >= limit) throw projectLimitExceeded(limit);
    this.#taken.set(id, taken + 1);
    request.hasProjectPlace = true;
    reply.raw.once('close', () => this.#giveBack(id));
  }

  #giveBack(id: string): void {
    const taken = this.#taken.get(id) as number;
    if (taken === 1) this.#taken.delete(id);
    else this.#taken.set(id, taken - 1);
  }
}
