import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import 'reflect-metadata';
import { startTracing, type Tracing } from '@earshot/telemetry';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger as PinoLogger } from 'pino';
import { collectDefaultMetrics } from 'prom-client';
import { createApp, type ServiceSpec } from './create-app.js';
import { drainHttp, type DrainOptions } from './drain-http.js';
import { Health } from './health.controller.js';
import { listenAddress } from './listen-address.js';
import { createLogger } from './logger.js';
import { loadSettings, SettingsError, type Config, type Settings } from './settings.js';
import { databaseSettings, tracingIsOn, tracingSettings } from './base-settings.js';

/** Settings that every process needs. */
interface ProcessConfig {
  readonly host: string;
  readonly port: number;
  readonly instance: string;
  readonly logLevel: string;
}

/** Shutdown grace of HTTP requests in progress. */
const httpGraceMs = 20_000;

/** How long idle connections stay open at shutdown, so that clients notice it. */
const httpLingerMs = 5_000;

/** How often a cluster worker checks whether it is ready, ms. */
const readyCheckMs = 50;

/** Longer than the grace of streams and lanes, shorter than the 30 s of Kubernetes. */
const shutdownDeadlineMs = 27_000;

/** How long the export of the last spans may take. */
const spansDeadlineMs = 2_000;

/** Resolution, and least value, of the event-loop delay. The default, 10 ms, would be most of an idle process' work. */
const eventLoopPrecisionMs = 250;

/**
 * Runs a service: reads settings, builds the app, starts HTTP, then the lanes. On SIGTERM or SIGINT it shuts down in
 * order: not ready, HTTP drained, lanes drained, connections closed. Exits with 1 if it cannot start or stop in time.
 */
export async function bootstrap<S extends Settings>(spec: ServiceSpec<S>): Promise<void> {
  const config = settingsOrExit(spec.settings);
  const tracing = settingsOrExit(tracingSettings);
  const { host, port, instance, logLevel } = config as unknown as ProcessConfig;
  const logger = createLogger(spec.service, instance, logLevel);
  exitOnFaults(logger);
  try {
    collectDefaultMetrics({ eventLoopMonitoringPrecision: eventLoopPrecisionMs });
    const warn = (reason: string) => logger.warn({ reason }, 'spans not exported');
    const traces = tracingIsOn(tracing) ? await startTracing({ service: spec.service, instance, warn }) : undefined;
    const app = await createApp(spec, config, logger);
    const shutdown = stopOnSignals(app, logger, {
      traces,
      lingerMs: spec.http === undefined ? 0 : httpLingerMs,
      onGraceExpired: spec.onGraceExpired?.bind(undefined, app),
    });
    // Before the lanes, so that probes are answered while the broker is unavailable.
    if (!cluster.isWorker) await app.listen(port, host);
    await app.startAllMicroservices();
    // A cluster worker receives requests as soon as it listens.
    if (cluster.isWorker) {
      await untilReady(app.get(Health, { strict: false }));
      if (!shutdown.begun) await app.listen(port, host);
    }
    // A signal may have arrived while the broker was unavailable.
    if (!shutdown.begun) logger.info({ address: listenAddress(app.getHttpServer()) }, 'started');
  } catch (error) {
    logger.fatal({ err: error }, 'start failed');
    process.exit(1);
  }
}

async function untilReady(health: Health): Promise<void> {
  while (health.checks().some(({ ok, name }) => !ok && name !== 'running')) await sleep(readyCheckMs);
}

function settingsOrExit<S extends Settings>(settings: S): Config<S> {
  try {
    return loadSettings(settings, process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Exits on unhandled errors, since they leave the process in an unknown state; the supervisor restarts it. */
function exitOnFaults(logger: PinoLogger): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      logger.fatal({ err: error, event }, 'unhandled error');
      process.exit(1);
    });
  }
}

/** Shuts down on signals. @returns whether it has begun. */
function stopOnSignals(
  app: NestFastifyApplication,
  logger: PinoLogger,
  { traces, ...drain }: { traces: Tracing | undefined } & Pick<DrainOptions, 'lingerMs' | 'onGraceExpired'>,
): { begun: boolean } {
  const shutdown = { begun: false };
  const stop = async (signal: string) => {
    if (shutdown.begun) return;
    shutdown.begun = true;
    app.get(Health, { strict: false }).stop();
    logger.info({ signal }, 'stopping');
    const overdue = setTimeout(() => {
      logger.fatal({ deadline_ms: shutdownDeadlineMs }, 'stop timed out');
      process.exit(1);
    }, shutdownDeadlineMs);
    await drainHttp(app.getHttpServer(), { graceMs: httpGraceMs, ...drain });
    await app.close();
    await traces?.stop(spansDeadlineMs);
    clearTimeout(overdue);
    logger.info({}, 'stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  return shutdown;
}

/** Reads the only setting that migrations need. @throws SettingsError */
export function databaseUrlToMigrate(): string {
  return loadSettings(databaseSettings, process.env).databaseUrl;
}
