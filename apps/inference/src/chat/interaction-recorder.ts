import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import {
  interactionRecorded,
  interactionStarted,
  type InteractionRecorded,
  type InteractionStarted,
} from '@earshot/contracts-interactions';
import { EventPublisher } from '@earshot/messaging';
import { LargeRecords } from './large-records.js';

/** Covers a restart of a broker: a generated answer is worth the wait. As long as the caller waits for the broker. */
const retryForMs = 15_000;

/** Publishes interactions to be recorded. */
@Injectable()
export class InteractionRecorder {
  constructor(
    private readonly events: EventPublisher,
    private readonly large: LargeRecords,
  ) {}

  /** Resolves once every in-sync replica of the broker has it. */
  started(event: InteractionStarted, call: CallContext): Promise<void> {
    return this.events.publish(interactionStarted, event, { call, retryForMs });
  }

  /** Resolves once every in-sync replica has the event, and the bucket has its large parts. */
  recorded(event: InteractionRecorded, call: CallContext): Promise<void> {
    const fitting = this.large.fit(event, call);
    const publish = (record: InteractionRecorded) =>
      this.events.publish(interactionRecorded, record, { call, retryForMs });
    return fitting instanceof Promise ? fitting.then(publish) : publish(fitting);
  }
}
