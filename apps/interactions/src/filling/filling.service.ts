import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { FillingRepository } from './filling.repository.js';

/** Rows of a batch, which takes some hundred milliseconds. */
const batchRows = 500;

/** Fills columns that interactions from older versions lack. */
@Injectable()
export class FillingService {
  constructor(private readonly repository: FillingRepository) {}

  /** Fills all rows, at half of the possible speed: others use the database. Several processes may do so at once. */
  async fill(signal: AbortSignal): Promise<void> {
    for (;;) {
      const startedAt = Date.now();
      if (signal.aborted || (await this.repository.fillSome(batchRows)) === 0) return;
      await sleep(Date.now() - startedAt, undefined, { signal }).catch(() => undefined);
    }
  }
}
