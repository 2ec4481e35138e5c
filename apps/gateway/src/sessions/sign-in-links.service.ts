import { hash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { openSession } from '@earshot/contracts-projects';
import type { SignInLinkResponse } from '@earshot/dto-projects';
import { CONFIG, SecretBox } from '@earshot/service-kit';
import { apiKeyInvalid, apiKeyMissing } from '../auth/access.errors.js';
import { base62 } from '../api-keys/key-generator.js';
import { ApiKeyIndex } from '../auth/api-key-index.js';
import { SessionIndex } from '../auth/session-index.js';
import type { GatewayConfig } from '../config.js';
import type { BrowserSession } from '../auth/caller.js';
import type { RequestContext } from '../auth/request-context.js';
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

  /**
   * @param session of the caller; links would prolong it. @param origin public address of this gateway.
   * @throws AppError `api_key_missing` for a caller with a session.
   */
  async create(context: RequestContext, session: BrowserSession | null, origin: string): Promise<SignInLinkResponse> {
    if (session !== null) throw apiKeyMissing();
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
    return { url: `${origin}/console/#code=${code}`, expires_at };
  }
}
