import type { Topic } from '@earshot/contracts-core';
import { AppError } from '@earshot/errors';
import { backOffMs, sleep } from '../broker/back-off.js';
import type { IncomingRecord, OutgoingRecord } from '../broker/broker.port.js';
import type { Logger } from '../logger.js';
import type { RecordSender } from '../send/record-sender.js';
import { deadLetterBackOff } from '../timing.js';
import { Counter } from 'prom-client';

/** Why a record lies among the dead letters. */
export interface DeadLetterReason {
  /** `invalid`: it does not fit its contract. `failed`: handling it failed every time. */
  readonly reason: 'invalid' | 'failed';
  /** What exactly; public or technical text, never payload. */
  readonly detail: string;
}

/** Headers are for people who look for the cause; the whole of a long message helps nobody. */
const maxDetailLength = 1_000;

/**
 * Puts aside what can't be handled, so that what comes after it can. What is too large with the headers of a dead letter
 * is put aside without what it said; that lies where `dead-letter-position` says.
 */
export class DeadLetters {
  readonly #sender: RecordSender;
  readonly #logger: Logger;

  constructor(sender: RecordSender, logger: Logger) {
    this.#sender = sender;
    this.#logger = logger;
  }

  /** @returns false: the broker could not take it before the signal aborted; the record must stay uncommitted. */
  async publish(
    record: IncomingRecord,
    topic: Topic,
    { reason, detail }: DeadLetterReason,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { topic: from, partition, offset, key, value, headers } = record;
    this.#logger.error({ topic: from, partition, offset, reason, detail }, 'message put among the dead letters');
    countDeadLetter(from, reason);
    if (topic.deadLetters === undefined) return true;
    const remarks = {
      'dead-letter-reason': reason,
      'dead-letter-detail': detail.slice(0, maxDetailLength),
      'dead-letter-position': `${from}/${partition}/${offset}`,
      'dead-letter-at': new Date().toISOString(),
    };
    let letter: OutgoingRecord = {
      topic: topic.deadLetters.name,
      key,
      value,
      headers: { ...headers, ...remarks },
    };
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        await this.#sender.send(letter);
        return true;
      } catch (error) {
        // With its new headers it may be too large, and would stay so: what comes after it must not wait for that.
        if (error instanceof AppError && error.code === 'record_too_large') {
          letter = { ...letter, key: null, value: null, headers: { ...remarks, 'dead-letter-value': 'left out' } };
        }
        this.#logger.warn({ topic: letter.topic, attempt, err: error }, 'dead letter not sent yet');
        await sleep(backOffMs(deadLetterBackOff, attempt), signal);
      }
    }
    return false;
  }
}

const deadLettersTotal = new Counter({
  name: 'earshot_dead_letters_total',
  help: 'Messages put aside because they could not be handled, by the topic that they came from and why.',
  labelNames: ['topic', 'reason'],
});

/** Counts a message that was put among the dead letters. */
export function countDeadLetter(topic: string, reason: 'invalid' | 'failed'): void {
  deadLettersTotal.inc({ topic, reason });
}
