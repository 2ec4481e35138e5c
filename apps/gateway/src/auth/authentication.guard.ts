import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator } from './authenticator.js';
import type { Caller } from './caller.js';
import { KeyUses } from './key-uses.js';
import type { RequestGuard } from './request-guards.js';

/** Sets the caller of a request from its API key. */
@Injectable()
export class AuthenticationGuard implements RequestGuard {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly uses: KeyUses,
  ) {}

  /** @throws AppError `api_key_missing`, `api_key_invalid` */
  check(request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
    const accept = (caller: Caller) => {
      request.caller = caller;
      this.uses.note(caller.keyId);
    };
    const reject = (error: unknown): never => {
      reply.header('www-authenticate', 'Bearer');
      throw error as Error;
    };
    let caller: Caller | Promise<Caller>;
    try {
      caller = this.authenticator.authenticate(request.headers.authorization);
    } catch (error) {
      return reject(error);
    }
    return caller instanceof Promise ? caller.then(accept, reject) : accept(caller);
  }
}
