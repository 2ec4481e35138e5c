import type { EventContract, Topic } from '@earshot/contracts-core';
import { settlesWithin } from '../broker/back-off.js';
import type { Broker, IncomingRecord } from '../broker/broker.port.js';
import { readNew } from '../broker/read-new.js';
import { serviceUnavailable } from '../lane.errors.js';
import type { Logger } from '../logger.js';
import { progressTimeoutMs } from '../timing.js';
import { parseJson } from '../wire/frames.js';

/** A validated event and its type. */
export interface FollowedEvent {
  readonly type: string;
  readonly body: unknown;
}

/** The parts of a contract that a follower needs. */
type Followable = Pick<EventContract, 'topic' | 'type' | 'schema'>;

/** What a follower does with events. Both functions are called synchronously, must not throw and must return fast. */
export interface FollowOptions {
  readonly contracts: readonly Followable[];
  /** Whether an event is needed; called with its unvalidated body. Others are not validated. */
  readonly isNeeded: (body: object) => boolean;
  /** Receives events that were read together, at least once, in the order of their partitions. */
  readonly handle: (events: readonly FollowedEvent[]) => void;
}

/** Stops following. */
export interface Following {
  close(): Promise<void>;
}

/** Follows events from now on, for live views: every process reads all of them, none is acknowledged or retried. */
export class EventFollower {
  readonly #open = new Set<Following>();

  constructor(
    private readonly broker: Pick<Broker, 'consumer' | 'admin'>,
    private readonly logger: Logger,
  ) {}

  /**
   * Reads all events that are recorded after this call, until closed. Invalid events are skipped.
   *
   * @throws AppError `service_unavailable` if the broker does not answer.
   */
  async follow({ contracts, isNeeded, handle }: FollowOptions): Promise<Following> {
    const byType = new Map(contracts.map((contract) => [contract.type, contract]));
    const topics = new Map<string, Topic>(contracts.map(({ topic }) => [topic.name, topic]));
    const reading = readNew(this.broker, [...topics.values()], (_topic, _partition, records) => {
      const events = records.flatMap((record) => this.#read(record, byType, isNeeded) ?? []);
      if (events.length > 0) handle(events);
    });
    if (!(await settlesWithin(reading, progressTimeoutMs))) {
      // It may still succeed, when nobody needs it any more.
      reading.then((late) => late.close()).catch(() => undefined);
      throw serviceUnavailable();
    }
    try {
      const reader = await reading;
      const following: Following = {
        close: () => (this.#open.delete(following), reader.close()),
      };
      this.#open.add(following);
      return following;
    } catch (error) {
      throw serviceUnavailable(error);
    }
  }

  /** Closes all that are still open. */
  async close(): Promise<void> {
    await Promise.all([...this.#open].map((following) => following.close()));
  }

  #read(
    { headers, value, topic, partition, offset }: IncomingRecord,
    byType: ReadonlyMap<string, Followable>,
    isNeeded: FollowOptions['isNeeded'],
  ): FollowedEvent | undefined {
    const contract = byType.get(headers['type'] ?? '');
    // Newer producers may add types.
    if (contract === undefined) return undefined;
    const body = parseJson(value);
    if (typeof body !== 'object' || body === null || !isNeeded(body)) return undefined;
    const parsed = contract.schema.safeParse(body);
    if (parsed.success) return { type: contract.type, body: parsed.data };
    // Its consumers keep it as a dead letter.
    this.logger.debug({ topic, partition, offset, issues: parsed.error.issues }, 'invalid event skipped');
    return undefined;
  }
}
