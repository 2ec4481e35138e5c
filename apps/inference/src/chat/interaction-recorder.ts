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

/** Long enough for a broker to start again: an answer that is there is not given up sooner than a request that nobody takes. */
const retryForMs = 15_000;

/** Puts on record, for good, what was asked and answered. */
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

  /** Resolves once every in-sync replica of the broker has it, and the bucket what is too large for it. */
  recorded(event: InteractionRecorded, call: CallContext): Promise<void> {
    const fitting = this.large.fit(event, call);
    const publish = (record: InteractionRecorded) =>
      this.events.publish(interactionRecorded, record, { call, retryForMs });
    return fitting instanceof Promise ? fitting.then(publish) : publish(fitting);
  }
}
