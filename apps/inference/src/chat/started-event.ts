import type { AppError } from '@earshot/errors';
import { notRecorded } from './chat.errors.js';

/** The `interactions.started` event of an answer: sent while the model works, acknowledged before the first text. */
export class StartedEvent {
  #sent: Promise<AppError | undefined> | undefined;

  /** @param sent settles once the log has it or has refused it. */
  constructor(sent: Promise<void>) {
    this.#sent = sent.then(() => undefined, notRecorded);
  }

  /** Whether it still has to be waited for. */
  get isPending(): boolean {
    return this.#sent !== undefined;
  }

  /** @throws AppError `service_unavailable` */
  async acknowledged(): Promise<void> {
    const failure = await this.#sent;
    this.#sent = undefined;
    if (failure !== undefined) throw failure;
  }
}
