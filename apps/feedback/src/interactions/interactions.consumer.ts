import { Controller } from '@nestjs/common';
import {
  interactionErased,
  interactionImported,
  interactionRecorded,
  interactionStarted,
  userErased,
  type InteractionErased,
  type InteractionImported,
  type InteractionRecorded,
  type InteractionStarted,
  type UserErased,
} from '@earshot/contracts-interactions';
import { EventHandler, type ReceivedEvent } from '@earshot/messaging';
import { EventRunner } from '@earshot/persistence';
import { ErasureService } from './erasure.service.js';
import { InteractionsService } from './interactions.service.js';

/** Handles the events of interactions. */
@Controller()
export class InteractionsConsumer {
  constructor(
    private readonly runner: EventRunner,
    private readonly interactions: InteractionsService,
    private readonly erasure: ErasureService,
  ) {}

  @EventHandler(interactionStarted)
  started(events: readonly ReceivedEvent<InteractionStarted>[]): Promise<void> {
    return this.runner.run(events, (tx, batch) => this.interactions.started(tx, batch));
  }

  @EventHandler(interactionRecorded)
  recorded(events: readonly ReceivedEvent<InteractionRecorded>[]): Promise<void> {
    return this.runner.run(events, (tx, batch) => this.interactions.recorded(tx, batch));
  }

  @EventHandler(interactionImported)
  imported(events: readonly ReceivedEvent<InteractionImported>[]): Promise<void> {
    return this.runner.run(events, (tx, batch) => this.interactions.imported(tx, batch));
  }

  @EventHandler(userErased)
  erased(events: readonly ReceivedEvent<UserErased>[]): Promise<void> {
    return this.erasure.usersErased(events);
  }

  @EventHandler(interactionErased)
  completionsErased(events: readonly ReceivedEvent<InteractionErased>[]): Promise<void> {
    return this.erasure.completionsErased(events);
  }
}
