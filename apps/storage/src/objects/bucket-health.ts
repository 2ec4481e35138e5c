import { Inject, Injectable } from '@nestjs/common';
import { Repeater } from '@earshot/persistence';
import type { Check } from '@earshot/service-kit';
import { ObjectStore } from './object-store.js';

/** Interval of checks, ms. */
const intervalMs = 5_000;

/** The key of no object: a 404 shows that the bucket answers. */
const probedKey = 'health/probe';

/** Checks in the background whether the bucket is usable. */
@Injectable()
export class BucketHealth extends Repeater {
  #ok = false;

  constructor(@Inject(ObjectStore) store: Pick<ObjectStore, 'sizeOf'>) {
    super(
      async () => {
        await store.sizeOf(probedKey);
        this.#ok = true;
      },
      { intervalMs, atStart: true, onError: () => (this.#ok = false) },
    );
  }

  /** The result of the last check. */
  check(): Check {
    return this.#ok ? { name: 'bucket', ok: true } : { name: 'bucket', ok: false, detail: 'does not answer' };
  }
}
