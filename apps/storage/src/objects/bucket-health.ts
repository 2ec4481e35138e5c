import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { Repeater } from '@earshot/persistence';
import type { Check } from '@earshot/service-kit';
import type { ObjectStore } from './object-store.js';

/** How often the bucket is asked whether it is there, ms. */
const intervalMs = 5_000;

/** Where nothing lies: what is asked for is the bucket's word for that. */
const probedKey = 'health/probe';

/** Says whether the service can use its bucket, from what the process knows: nobody is asked. */
export class BucketHealth implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #repeater: Repeater;
  #ok = false;

  constructor(store: Pick<ObjectStore, 'sizeOf'>) {
    this.#repeater = new Repeater(
      async () => {
        await store.sizeOf(probedKey);
        this.#ok = true;
      },
      // What a caller needs of it fails with its reason; here it is enough to know.
      { intervalMs, onError: () => (this.#ok = false) },
    );
  }

  /** `bucket`: it answers, and takes this service's key. */
  check(): Check {
    return this.#ok ? { name: 'bucket', ok: true } : { name: 'bucket', ok: false, detail: 'does not answer' };
  }

  onApplicationBootstrap(): void {
    this.#repeater.wake();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#repeater.stop();
  }
}
