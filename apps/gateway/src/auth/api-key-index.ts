import { hash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { apiKeysState, permissions, type ApiKey } from '@earshot/contracts-projects';
import { InjectReplica, StateReplica } from '@earshot/messaging';
import { CONFIG } from '@earshot/service-kit';
import type { GatewayConfig } from '../config.js';
import { permissionsOf, type Caller, type KeyPermission } from './caller.js';

type HashedKey = ApiKey & { hash: string };

/** Looks up callers by the SHA-256 of their API keys, in memory. Keys are not stored. */
@Injectable()
export class ApiKeyIndex {
  readonly #callers = new Map<string, Caller>();
  readonly #adminHash: Buffer;
  readonly #admin: Caller = {
    keyId: null,
    keyName: 'EARSHOT_ADMIN_KEY',
    projectId: null,
    permissions: new Set<KeyPermission>([...permissions, 'keys']),
    expiresAtMs: Infinity,
    limited: null,
  };

  constructor(
    @InjectReplica(apiKeysState) readonly replica: StateReplica<HashedKey>,
    @Inject(CONFIG) config: Pick<GatewayConfig, 'adminKey'>,
  ) {
    this.#adminHash = sha256(config.adminKey);
    for (const key of replica.values()) this.#callers.set(key.hash, callerOf(key));
    replica.onChange((_id, key, previous) => {
      if (previous !== undefined) this.#callers.delete(previous.hash);
      if (key !== undefined) this.#callers.set(key.hash, callerOf(key));
    });
  }

  /** Returns the caller of a key; undefined for an unknown or expired one. */
  find(apiKey: string): Caller | undefined {
    const digest = sha256(apiKey);
    if (timingSafeEqual(digest, this.#adminHash)) return this.#admin;
    // Timing can reveal only hashes, not keys.
    const caller = this.#callers.get(digest.toString('hex'));
    return unexpired(caller);
  }

  /** Returns the caller of a key by its SHA-256 in hex; undefined for an unknown or expired one. */
  findByHash(keyHash: string): Caller | undefined {
    return keyHash === this.#adminHash.toString('hex') ? this.#admin : unexpired(this.#callers.get(keyHash));
  }

  /** Returns the SHA-256 of a key in hex; undefined for a revoked one. @param keyId null for `EARSHOT_ADMIN_KEY`. */
  hashOf(keyId: string | null): string | undefined {
    return keyId === null ? this.#adminHash.toString('hex') : this.replica.get(keyId)?.hash;
  }
}

function callerOf(key: HashedKey): Caller {
  const names = permissionsOf(key);
  return {
    keyId: key.id,
    keyName: key.name,
    projectId: key.project_id,
    permissions: new Set(names.includes('manage') ? [...names, 'read'] : names),
    expiresAtMs: key.expires_at === null ? Infinity : Date.parse(key.expires_at),
    limited: key.limits === null ? null : { id: key.id, limits: key.limits },
  };
}

function unexpired(caller: Caller | undefined): Caller | undefined {
  return caller !== undefined && caller.expiresAtMs > Date.now() ? caller : undefined;
}

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
