import {
  Global,
  Module,
  type DynamicModule,
  type FactoryProvider,
  type ModuleMetadata,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type Provider,
} from '@nestjs/common';
import type { StateContract } from '@earshot/contracts-core';
import { EventFollower } from './event/event-follower.js';
import { EventProgress } from './event/event-progress.js';
import { EventPublisher } from './event/event-publisher.js';
import { RecordPublisher } from './event/record-publisher.js';
import { MessagingHealth } from './messaging-health.js';
import { replicaToken } from './nest/decorators.js';
import { LaneClient } from './nest/lane-client.js';
import { LaneServer } from './nest/lane-server.js';
import type { MessagingOptions, MessagingExtras } from './runtime/messaging-options.js';
import { MessagingRuntime } from './runtime/messaging-runtime.js';

/** Options created from other providers. */
export interface AsyncMessagingOptions extends MessagingExtras, Pick<ModuleMetadata, 'imports'> {
  readonly inject?: FactoryProvider['inject'];
  readonly useFactory: (...args: never[]) => MessagingOptions | Promise<MessagingOptions>;
}

/** Provides the lanes of a process to all of its modules. */
@Global()
@Module({})
export class MessagingModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(private readonly runtime: MessagingRuntime) {}

  static forRoot(options: MessagingOptions & MessagingExtras): DynamicModule {
    return MessagingModule.forRootAsync({ replicas: options.replicas, useFactory: () => options });
  }

  static forRootAsync({ imports, inject, useFactory, replicas = [] }: AsyncMessagingOptions): DynamicModule {
    const runtime: FactoryProvider = {
      provide: MessagingRuntime,
      inject,
      useFactory: async (...args: never[]) => new MessagingRuntime(await useFactory(...args)),
    };
    const replicaProviders = replicas.map((contract): FactoryProvider => ({
      provide: replicaToken(contract),
      inject: [MessagingRuntime],
      useFactory: (runtime: MessagingRuntime) => runtime.replica(contract as StateContract),
    }));
    const publishers: Provider[] = [
      { provide: EventPublisher, inject: [MessagingRuntime], useFactory: ({ events }: MessagingRuntime) => events },
      { provide: EventProgress, inject: [MessagingRuntime], useFactory: ({ progress }: MessagingRuntime) => progress },
      { provide: EventFollower, inject: [MessagingRuntime], useFactory: ({ follower }: MessagingRuntime) => follower },
      { provide: RecordPublisher, inject: [MessagingRuntime], useFactory: ({ records }: MessagingRuntime) => records },
    ];
    const providers = [runtime, LaneClient, LaneServer, MessagingHealth, ...publishers, ...replicaProviders];
    return { module: MessagingModule, imports, providers, exports: providers };
  }

  /** Connects in the background: a process is up, and says so, before its broker is. */
  onApplicationBootstrap(): void {
    this.runtime.start();
  }

  /** After the servers of the application, HTTP and lanes, have stopped. */
  async onApplicationShutdown(): Promise<void> {
    await this.runtime.close();
  }
}
