import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, LOGGER, type Logger } from '@earshot/service-kit';
import { StorageClientModule } from '@earshot/storage-client';
import type { InferenceConfig } from '../config.js';
import { DirectoryModule } from '../directory/directory.module.js';
import { ImagesModule } from '../images/images.module.js';
import { LLAMA_DEFAULTS } from '../providers/llama/llama-settings.js';
import { RETRIES } from '../providers/openai/attempts/retry-settings.js';
import { OPENAI_DEFAULTS } from '../providers/openai/openai-settings.js';
import { Providers } from '../providers/providers.js';
import { providerKeys, toolHeaders } from '../secrets/secret-boxes.js';
import { OutgoingModule, ProviderAddresses, ToolAddresses } from '../outgoing/outgoing.module.js';
import { ToolCaller } from '../tools/calling/tool-caller.js';
import { ToolHttp } from '../tools/calling/tool-http.js';
import { ChatConsumer } from './chat.consumer.js';
import { ChatService } from './chat.service.js';
import { ChatTargets } from './chat-target.js';
import { InteractionRecorder } from './interaction-recorder.js';
import { LargeRecords } from './large-records.js';
import { LoadedPrompts } from './loaded-prompts.js';
import { ModelProviders } from './model-providers.js';
import { Prompts } from './prompts.js';
import { RunningChats } from './running-chats.js';
import { StoredConversations } from './stored-conversations.js';
import { SystemPrompts } from './system-prompts.js';
import { OfferedTools } from './tools/offered-tools.js';
import { ToolAnswers } from './tools/tool-answers.js';

/** Requests that run elsewhere and are only waited for: two servers that hold on to theirs still leave places for others. */
const relayed = 3 * OPENAI_DEFAULTS.connections;

/** Longer than providers take to notice an abort (1 s) and a record to be acknowledged. */
const recordingGraceMs = 4_000;

/** How many requests this process has at one time, those that wait for a model or a server included. */
export function concurrentRequests(queueLimit: number): number {
  return relayed + queueLimit;
}

const providers = {
  provide: Providers,
  inject: [CONFIG, ProviderAddresses, LOGGER],
  useFactory: (config: InferenceConfig, addresses: ProviderAddresses, logger: Logger) => {
    const { modelsDirs, llamaThreads: threads, llamaParallel: sequences, queueLimit } = config;
    const llama = { ...LLAMA_DEFAULTS, modelsDirs, threads, sequences, queueLimit };
    const openai = {
      addresses,
      connections: OPENAI_DEFAULTS.connections,
      queueLimit,
      connectTimeoutMs: config.providerConnectTimeoutS * 1_000,
      firstTokenTimeoutMs: config.providerFirstTokenTimeoutS * 1_000,
      idleTimeoutMs: config.providerIdleTimeoutS * 1_000,
      wholeAnswerTimeoutMs: config.providerAnswerTimeoutS * 1_000,
      retries: RETRIES,
    };
    return new Providers({ llama, openai }, logger);
  },
};

const modelProviders = {
  provide: ModelProviders,
  inject: [CONFIG, Providers],
  useFactory: (config: InferenceConfig, asked: Providers) =>
    new ModelProviders(asked, providerKeys(config), config.tracesContent),
};

const toolCaller = {
  provide: ToolCaller,
  inject: [CONFIG, ToolAddresses, LOGGER],
  useFactory: (config: InferenceConfig, addresses: ToolAddresses, logger: Logger) => {
    const http = new ToolHttp(addresses);
    return new ToolCaller(http, toolHeaders(config), config.toolsTimeoutS * 1_000, logger);
  },
};

const systemPrompts = {
  provide: SystemPrompts,
  inject: [LOGGER],
  useFactory: (logger: Logger) => new SystemPrompts(logger),
};

const runningChats = {
  provide: RunningChats,
  inject: [CONFIG],
  useFactory: ({ queueLimit }: InferenceConfig) => new RunningChats(concurrentRequests(queueLimit)),
};

/** Chats: from the work lane to the providers, and onto the record. */
@Module({
  imports: [DirectoryModule, ImagesModule, OutgoingModule, StorageClientModule],
  controllers: [ChatConsumer],
  providers: [
    ChatService,
    ChatTargets,
    InteractionRecorder,
    LargeRecords,
    { provide: LoadedPrompts, useFactory: () => new LoadedPrompts() },
    modelProviders,
    OfferedTools,
    Prompts,
    providers,
    runningChats,
    StoredConversations,
    systemPrompts,
    ToolAnswers,
    toolCaller,
  ],
  exports: [ModelProviders, RunningChats],
})
export class ChatModule implements OnApplicationShutdown {
  constructor(
    private readonly running: RunningChats,
    private readonly asked: Providers,
    private readonly tools: ToolCaller,
    private readonly systemPrompts: SystemPrompts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The lanes have given up what still ran; what there was of it is put on record before they disconnect. */
  async onApplicationShutdown(): Promise<void> {
    const left = await this.running.idle(recordingGraceMs);
    if (left > 0) this.logger.warn({ chats: left }, 'stopped before all chats were on record');
    await Promise.all([this.asked.close(), this.tools.close(), this.systemPrompts.close()]);
  }
}
