import { hash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { openSession } from '@earshot/contracts-projects';
import type { SignInLinkResponse } from '@earshot/dto-projects';
import { CONFIG, SecretBox } from '@earshot/service-kit';
import type { FastifyRequest } from 'fastify';
import { apiKeyInvalid, apiKeyMissing } from '../auth/access.errors.js';
import { base62 } from '../api-keys/key-generator.js';
import { ApiKeyIndex } from '../auth/api-key-index.js';
import { SessionIndex } from '../auth/session-index.js';
import type { GatewayConfig } from '../config.js';
import { publicAddressOf } from '../http/public-address.js';
import { contextOf } from '../auth/request-context.js';
import { writeIds } from '../http/write-ids.js';
import { ManagementClient } from '../management/management.client.js';

/** Creates links that sign a browser in once. Codes are created here; only their hashes leave this process. */
@Injectable()
export class SignInLinksService {
  readonly #box: SecretBox;

  constructor(
    private readonly management: ManagementClient,
    private readonly keys: ApiKeyIndex,
    private readonly sessions: SessionIndex,
    @Inject(CONFIG) { secretKey }: Pick<GatewayConfig, 'secretKey'>,
  ) {
    this.#box = new SecretBox(secretKey, 'sign-in-link');
  }

  /** @throws AppError `api_key_missing` for a request with a session: links would prolong it. */
  async create(request: FastifyRequest): Promise<SignInLinkResponse> {
    if (request.browserSession !== null) throw apiKeyMissing();
    const context = contextOf(request);
    const { keyId, keyName } = context.caller;
    const key_hash = this.keys.hashOf(keyId);
    // The key was revoked a moment ago.
    if (key_hash === undefined) throw apiKeyInvalid();
    // The response shows a secret: another caller with the same idempotency key must not get it.
    const { command, entity: id } = writeIds(context, ['sign_in_link', keyId, key_hash]);
    // Derived under an idempotency key, so that a retry returns the same code although no one stores it.
    const code = base62(context.idempotencyKey === null ? randomBytes(32) : this.#box.derive(command));
    const { expires_at } = await this.management.write(
      openSession,
      { id, kind: 'sign_in_link', hash: hash('sha256', code, 'hex'), key_id: keyId, key_hash },
      { call: context.call, id: command, key: keyId ?? keyName, changes: this.sessions.replica },
    );
    // Browsers do not send the fragment, so the code is in no log of a server or proxy.
    return { url: `${publicAddressOf(request)}/console/#code=${code}`, expires_at };
  }
}
