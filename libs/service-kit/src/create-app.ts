import 'reflect-metadata';
import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { LaneServer } from '@earshot/messaging';
import { fastify, type FastifyInstance } from 'fastify';
import type { Logger as PinoLogger } from 'pino';
import { ErrorFilter } from './error-response.js';
import { nestLogger, LOGGER, type Logger } from './logger.js';
import type { Config, Settings } from './settings.js';
import { HealthController, Health } from './health.controller.js';

/** Injection token of the process's settings. */
export const CONFIG = Symbol('config');

/** Settings, logger and health of a process. */
@Module({})
export class KitModule {
  static forRoot(config: object, logger: Logger): DynamicModule {
    const providers = [{ provide: CONFIG, useValue: config }, { provide: LOGGER, useValue: logger }, Health];
    return { module: KitModule, global: true, controllers: [HealthController], providers, exports: providers };
  }
}

/** The definition of a service. */
export interface ServiceSpec<S extends Settings> {
  /** Name of the app's folder. */
  readonly service: string;
  readonly settings: S;
  /** Creates the root module. */
  readonly module: (config: Config<S>, logger: PinoLogger) => Type | DynamicModule;
  /** Creates the HTTP server with its body parsers; default: a server for probes. */
  readonly http?: (config: Config<S>, logger: PinoLogger) => FastifyInstance;
  /** Configures the app before it listens. */
  readonly configure?: (app: NestFastifyApplication, config: Config<S>) => void | Promise<void>;
  /** Ends requests in progress at the end of the shutdown grace; connections are cut a second later. */
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
