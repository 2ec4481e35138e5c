import { Controller } from '@nestjs/common';
import {
  comparisonRecorded,
  comparisonRemoved,
  feedbackRecorded,
  feedbackRemoved,
  type ComparisonRecorded,
  type FeedbackRecorded,
  type RecordRemoved,
} from '@earshot/contracts-feedback';
import { interactionRecorded, type InteractionRecorded } from '@earshot/contracts-interactions';
import { EventHandler, type ReceivedEvent } from '@earshot/messaging';
import { EventRunner } from '@earshot/persistence';
import { RecordingService } from './recording.service.js';

/** Handles events about answers, comparisons and feedback. */
@Controller()
export class RecordingConsumer {
  constructor(
    private readonly runner: EventRunner,
    private readonly recording: RecordingService,
  ) {}

  @EventHandler(interactionRecorded)
  async served(events: readonly ReceivedEvent<InteractionRecorded>[]): Promise<void> {
    await this.recording.prepareServed(events);
    await this.runner.run(events, (tx, batch) => this.recording.served(tx, batch));
  }

  @EventHandler(comparisonRecorded)
  async compared(events: readonly ReceivedEvent<ComparisonRecorded>[]): Promise<void> {
    await this.recording.prepareCompared(events);
    await this.runner.run(events, (tx, batch) => this.recording.compared(tx, batch));
  }

  @EventHandler(feedbackRecorded)
  feedback(events: readonly ReceivedEvent<FeedbackRecorded>[]): Promise<void> {
    return this.runner.run(events, (tx, batch) => this.recording.feedback(tx, batch));
  }

  @EventHandler(feedbackRemoved)
  feedbackRemoved(events: readonly ReceivedEvent<RecordRemoved>[]): Promise<void> {
    return this.runner.run(events, (tx, batch) => this.recording.removed(tx, batch));
  }

  @EventHandler(comparisonRemoved)
  comparisonRemoved(events: readonly ReceivedEvent<RecordRemoved>[]): Promise<void> {
    return this.runner.run(events, (tx, batch) => this.recording.removed(tx, batch));
  }
}
