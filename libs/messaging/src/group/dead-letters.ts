import type { Topic } from '@earshot/contracts-core';
import { AppError } from '@earshot/errors';
import { backOffMs, sleep } from '../broker/back-off.js';
import type { IncomingRecord, OutgoingRecord } from '../broker/broker.port.js';
import type { Logger } from '../logger.js';
import { countDeadLetter } from '../metrics/lanes.metrics.js';
import type { RecordSender } from '../send/record-sender.js';
import { deadLetterBackOff } from '../timing.js';

/** Why a record became a dead letter. */
export interface DeadLetterReason {
  /** `invalid`: it does not match its contract. `failed`: every attempt to handle it failed. */
  readonly reason: 'invalid' | 'failed';
  /** Details without any payload. */
  readonly detail: string;
}

/** Long error messages are cut in the headers. */
const maxDetailLength = 1_000;

/**
 * Publishes records that cannot be handled to the dead-letter topic, so that they block no later record. A record that
 * is too large with the added headers is published without key and value; `dead-letter-position` locates the original.
 */
export class DeadLetters {
  constructor(
    private readonly sender: RecordSender,
    private readonly logger: Logger,
  ) {}

  /** @returns false if the signal aborted before the broker accepted it; the record must then stay uncommitted. */
  async publish(
    record: IncomingRecord,
    topic: Topic,
    { reason, detail }: DeadLetterReason,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { topic: from, partition, offset, key, value, headers } = record;
    this.logger.error({ topic: from, partition, offset, reason, detail }, 'message moved to dead letters');
    countDeadLetter(from, reason);
    if (topic.deadLetters === undefined) return true;
    const reasonHeaders = {
      'dead-letter-reason': reason,
      'dead-letter-detail': detail.slice(0, maxDetailLength),
      'dead-letter-position': `${from}/${partition}/${offset}`,
      'dead-letter-at': new Date().toISOString(),
    };
    let letter: OutgoingRecord = {
      topic: topic.deadLetters.name,
      key,
      value,
      headers: { ...headers, ...reasonHeaders },
    };
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        await this.sender.send(letter);
        return true;
      } catch (error) {
        // The added headers may exceed the limit: later records must not wait for it.
        if (error instanceof AppError && error.code === 'record_too_large') {
          letter = {
            ...letter,
            key: null,
            value: null,
            headers: { ...reasonHeaders, 'dead-letter-value': 'left out' },
          };
        }
        this.logger.warn({ topic: letter.topic, attempt, err: error }, 'dead letter not sent, retrying');
        await sleep(backOffMs(deadLetterBackOff, attempt), signal);
      }
    }
    return false;
  }
}
