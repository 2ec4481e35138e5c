import 'reflect-metadata';
import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { LaneServer } from '@earshot/messaging';
import { fastify, type FastifyInstance } from 'fastify';
import type { Logger as PinoLogger } from 'pino';
import { ErrorFilter } from './error.filter.js';
import { KitModule } from './kit.module.js';
import { nestLogger } from './logger.js';
import type { Config, Settings } from './settings.js';

/** What makes one service differ from another. */
export interface ServiceSpec<S extends Settings> {
  /** Name of the app's folder. */
  readonly service: string;
  readonly settings: S;
  /** Makes the app's module from its settings. */
  readonly module: (config: Config<S>, logger: PinoLogger) => Type | DynamicModule;
  /** Makes the HTTP server, the reading of bodies included, where the defaults (probes only) are not enough. */
  readonly http?: (config: Config<S>, logger: PinoLogger) => FastifyInstance;
  /** Adds to the app before it listens. */
  readonly configure?: (app: NestFastifyApplication, config: Config<S>) => void | Promise<void>;
  /** Ends, when the process stops, the answers that have not ended in their time: a second later their connections are cut. */
  readonly onGraceExpired?: (app: NestFastifyApplication) => void;
}

@Module({})
class ProcessModule {}

/** Builds a service as {@link bootstrap} runs it; for tests, which start and stop it themselves. */
export async function createApp<S extends Settings>(
  spec: ServiceSpec<S>,
  config: Config<S>,
  logger: PinoLogger,
): Promise<NestFastifyApplication> {
  const root: DynamicModule = {
    module: ProcessModule,
    imports: [KitModule.forRoot(config, logger), spec.module(config, logger)],
  };
  const server = spec.http?.(config, logger) ?? fastify({ forceCloseConnections: 'idle' });
  const app = await NestFactory.create<NestFastifyApplication>(root, new FastifyAdapter(server), {
    logger: nestLogger(logger),
    abortOnError: false,
    bodyParser: spec.http === undefined,
  });
  app.useGlobalFilters(new ErrorFilter(logger));
  await spec.configure?.(app, config);
  const lanes = app.get(LaneServer, { strict: false });
  app.connectMicroservice({ strategy: lanes }, { inheritAppConfig: false });
  return app;
}
