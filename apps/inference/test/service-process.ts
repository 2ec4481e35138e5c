import 'reflect-metadata';
import { Module, type DynamicModule, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { LaneServer } from '@earshot/messaging';
import { createLogger, Health, KitModule, loadSettings } from '@earshot/service-kit';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { AppModule } from '../src/app.module.js';
import { settings } from '../src/config.js';
import type { ProviderKinds } from '../src/providers/providers.js';

@Module({})
class ProcessModule {}

/** The inference service as a process runs it, without the process. */
export class ServiceProcess {
  private constructor(private readonly app: INestApplication) {}

  static async start(environment: Record<string, string>, kinds?: ProviderKinds): Promise<ServiceProcess> {
    const config = loadSettings(settings, {
      KAFKA_BROKERS: process.env['KAFKA_BROKERS'],
      EARSHOT_INSTANCE: `inference-${randomUUID().slice(0, 8)}`,
      EARSHOT_MODELS_DIR: tmpdir(),
      EARSHOT_PROVIDERS_ALLOWED_NETWORKS: '127.0.0.1/32',
      EARSHOT_TOOLS_ALLOWED_NETWORKS: '127.0.0.1/32',
      ...environment,
    });
    const logger = createLogger('inference', config.instance, process.env['LOG_LEVEL'] ?? 'silent');
    const root: DynamicModule = {
      module: ProcessModule,
      imports: [KitModule.forRoot(config, logger), AppModule.forRoot(config, logger, kinds)],
    };
    const app = await NestFactory.create(root, new FastifyAdapter(), { logger: false, abortOnError: false });
    app.connectMicroservice<MicroserviceOptions>({ strategy: app.get(LaneServer, { strict: false }) });
    await app.startAllMicroservices();
    await app.init();
    return new ServiceProcess(app);
  }

  /** Names of what is not ready. */
  get missing(): string[] {
    const checks = this.app.get(Health, { strict: false }).checks();
    return checks.filter(({ ok }) => !ok).map(({ name }) => name);
  }

  /** As on SIGTERM. */
  async stop(): Promise<void> {
    await this.app.close();
  }
}
