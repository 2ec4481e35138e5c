import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, LOGGER, type Logger } from '@earshot/service-kit';
import { StorageClientModule } from '@earshot/storage-client';
import type { InferenceConfig } from '../config.js';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { ImagesModule } from '../images/images.module.js';
import { maxConnections } from '../providers/http/http-settings.js';
import { Providers } from '../providers/providers.js';
import { ToolCaller } from '../tools/calling/tool-caller.js';
import { ToolCallingModule } from '../tools/calling/tool-calling.module.js';
import { ChatConsumer } from './chat.consumer.js';
import { ChatService } from './chat.service.js';
import { ChatTargets } from './chat-target.js';
import { InteractionRecorder } from './interaction-recorder.js';
import { LargeRecords } from './large-records.js';
import { LoadedPrompts } from './loaded-prompts.js';
import { Prompts } from './prompts.js';
import { RunningChats } from './running-chats.js';
import { SystemPrompts } from './system-prompts.js';
import { OfferedTools } from './tools/offered-tools.js';
import { ToolAnswers } from './tools/tool-answers.js';

/** Requests that run on servers: two stalled servers leave connections for others. */
const relayed = 3 * maxConnections;

/** Longer than providers take to notice an abort (1 s) and a record to be acknowledged. */
const recordingGraceMs = 4_000;

/** How many requests this process has at one time, those that wait for a model or a server included. */
export function concurrentRequests(queueLimit: number): number {
  return relayed + queueLimit;
}

const runningChats = {
  provide: RunningChats,
  inject: [CONFIG],
  useFactory: ({ queueLimit }: InferenceConfig) => new RunningChats(concurrentRequests(queueLimit)),
};

/** Chats: from the work lane to the providers, and onto the record. */
@Module({
  imports: [CampaignsModule, ImagesModule, StorageClientModule, ToolCallingModule],
  controllers: [ChatConsumer],
  providers: [
    ChatService,
    ChatTargets,
    InteractionRecorder,
    LargeRecords,
    { provide: LoadedPrompts, useFactory: () => new LoadedPrompts() },
    OfferedTools,
    Prompts,
    runningChats,
    SystemPrompts,
    ToolAnswers,
  ],
  exports: [RunningChats],
})
export class ChatModule implements OnApplicationShutdown {
  constructor(
    private readonly running: RunningChats,
    private readonly providers: Providers,
    private readonly tools: ToolCaller,
    private readonly systemPrompts: SystemPrompts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Waits until answers that the lanes aborted are recorded; then disconnects. */
  async onApplicationShutdown(): Promise<void> {
    const unfinished = await this.running.idle(recordingGraceMs);
    if (unfinished > 0) this.logger.warn({ chats: unfinished }, 'stopped with unrecorded chats');
    await Promise.all([this.providers.close(), this.tools.close(), this.systemPrompts.close()]);
  }
}
