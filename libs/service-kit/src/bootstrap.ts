import 'reflect-metadata';
import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTracing, type Tracing } from '@earshot/telemetry';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger as PinoLogger } from 'pino';
import { collectDefaultMetrics } from 'prom-client';
import { createApp, type ServiceSpec } from './create-app.js';
import { drainHttp, type DrainOptions } from './drain-http.js';
import { Health } from './health.js';
import { createLogger } from './logger.js';
import { loadSettings, SettingsError, type Config, type Settings } from './settings.js';
import { tracingIsOn, tracingSettings } from './tracing-settings.js';

/** The settings that a process must have to be bootstrapped. */
interface ProcessConfig {
  readonly host: string;
  readonly port: number;
  readonly instance: string;
  readonly logLevel: string;
}

/** How long answers that are under way may take to end when the process stops. */
const httpGraceMs = 20_000;

/** How long clients of the interface are given to notice that this process takes no new connections; those of probes alone need no time. */
const httpLingerMs = 5_000;

/** How often a process that shares its port looks whether it is ready, ms. */
const readyCheckMs = 50;

/** Longer than any grace inside (streams, lanes), shorter than the 30 s after which Kubernetes kills. */
const shutdownDeadlineMs = 27_000;

/** How long the last spans may take to be exported: nobody waits for them. */
const spansDeadlineMs = 2_000;

/** How often a timer finds out how late it is. By default it is every 10 ms, which is most of what an idle process does. */
const eventLoopPrecisionMs = 50;

/**
 * Runs a service: reads its settings, builds it, starts its HTTP server, then its lanes, and on SIGTERM or SIGINT takes it down in order
 * (not ready any more, HTTP drained, lanes drained, connections closed). Ends the process with 1 when it can't start or can't stop in time.
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
    // Probes are answered while the broker is still awaited: the process is alive, and not ready.
    if (!cluster.isWorker) await app.listen(port, host);
    await app.startAllMicroservices();
    // Whoever shares its port with others is sent requests as soon as it listens.
    if (cluster.isWorker) {
      await untilReady(app.get(Health, { strict: false }));
      if (!shutdown.begun) await app.listen(port, host);
    }
    // A signal may have come while the broker was awaited: by now there is nothing left to start.
    if (!shutdown.begun) logger.info({ address: await app.getUrl() }, 'started');
  } catch (error) {
    logger.fatal({ err: error }, 'could not start');
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

/** A fault that nobody handled leaves the process in an unknown state: say so and let the supervisor start it again. */
function exitOnFaults(logger: PinoLogger): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      logger.fatal({ err: error, event }, 'an error that nobody handled');
      process.exit(1);
    });
  }
}

/** @returns whether the end has begun. */
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
      logger.fatal({ deadline_ms: shutdownDeadlineMs }, 'could not stop in time');
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
