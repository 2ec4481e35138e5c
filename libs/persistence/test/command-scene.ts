import type { AppError } from '@earshot/errors';
import { CommandRunner, OutboxRelay } from '@earshot/persistence';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { CollectingPublisher } from './collecting-publisher.js';
import { openNotes, silent } from './notes.js';

/** What does commands about notes, and what is seen of that: for each test anew, in one database. */
export class CommandScene {
  notes!: Awaited<ReturnType<typeof openNotes>>;
  publisher!: CollectingPublisher;
  relay!: OutboxRelay;
  runner!: CommandRunner;

  /** Of the suite in which it is called. */
  static ofSuite(): CommandScene {
    const scene = new CommandScene();
    beforeAll(async () => void (scene.notes = await openNotes()));
    afterAll(() => scene.notes.close());
    beforeEach(() => scene.#begin());
    afterEach(() => scene.relay.stop());
    return scene;
  }

  async #begin(): Promise<void> {
    const { dataSource } = this.notes;
    await dataSource.query('truncate notes, inbox, outbox');
    this.publisher = new CollectingPublisher();
    this.relay = new OutboxRelay(dataSource, this.publisher, silent);
    this.runner = new CommandRunner(dataSource, this.relay);
  }
}

/** `ok`, or why it was refused, of each. */
export function codes(results: readonly object[]): string[] {
  return results.map((result) => ('error' in result ? (result.error as AppError).code : 'ok'));
}
