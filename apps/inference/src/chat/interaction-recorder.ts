import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import {
  interactionRecorded,
  interactionStarted,
  type InteractionRecorded,
  type InteractionStarted,
} from '@earshot/contracts-interactions';
import { EventPublisher } from '@earshot/messaging';

/** Puts on record, for good, what was asked and answered. */
@Injectable()
export class InteractionRecorder {
  constructor(private readonly events: EventPublisher) {}

  /** Resolves once every in-sync replica of the broker has it. */
  started(event: InteractionStarted, call: CallContext): Promise<void> {
    return this.events.publish(interactionStarted, event, { call });
  }

  /** Resolves once every in-sync replica of the broker has it. */
  recorded(event: InteractionRecorded, call: CallContext): Promise<void> {
    return this.events.publish(interactionRecorded, event, { call });
  }
}
