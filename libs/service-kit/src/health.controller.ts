import { Controller, Get, Header, Inject, SetMetadata, Injectable } from '@nestjs/common';
import { AppError } from '@earshot/errors';
import { Gauge, register } from 'prom-client';

/** One health check. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** Why it is not ok, or what is not as it should be while it is. */
  readonly detail?: string;
}

/** Returns checks; must be cheap and answer from memory, since probes arrive every second. */
type Probe = () => Check | readonly Check[];

/** A process has one; tests have several. */
const reported = new Set<Health>();

new Gauge({
  name: 'earshot_check_ok',
  help: '1 while the check of /readyz passes, else 0.',
  labelNames: ['check'],
  collect() {
    this.reset();
    for (const health of reported) for (const { name, ok } of health.checks()) this.set({ check: name }, ok ? 1 : 0);
  },
});

/** The health of the process; modules register their probes. */
@Injectable()
export class Health {
  readonly #probes: Probe[] = [];
  readonly #onStop: (() => void)[] = [];
  #stopping = false;

  constructor() {
    reported.add(this);
  }

  register(probe: Probe): void {
    this.#probes.push(probe);
  }

  /** Calls the listener when the process begins to stop, before HTTP is drained. */
  onStop(listener: () => void): void {
    this.#onStop.push(listener);
  }

  /** Marks the process as not ready. */
  stop(): void {
    if (this.#stopping) return;
    this.#stopping = true;
    for (const listener of this.#onStop) listener();
  }

  checks(): Check[] {
    const checks = this.#probes.flatMap((probe) => probe());
    return this.#stopping ? [...checks, { name: 'running', ok: false, detail: 'shutting down' }] : checks;
  }
}

/** Metadata key that marks a route which needs no API key. */
export const PUBLIC_ROUTE = 'earshot:public-route';

/** Marks a route, or all of a controller, as one that needs no API key. */
export const Public = () => SetMetadata(PUBLIC_ROUTE, true);

/** Liveness, readiness and metrics of a process. */
@Public()
@Controller()
export class HealthController {
  constructor(@Inject(Health) private readonly health: Health) {}

  /** Liveness: 200 while the process responds. */
  @Get('livez')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Readiness: 200 if all checks pass, else 503 with the failed ones. */
  @Get('readyz')
  ready(): { status: 'ok'; checks: Check[] } {
    const checks = this.health.checks();
    const missing = checks.filter((check) => !check.ok);
    if (missing.length === 0) return { status: 'ok', checks };
    throw new AppError({
      code: 'not_ready',
      type: 'overloaded_error',
      message: `Not ready: ${missing.map((check) => `${check.name} (${check.detail ?? 'not yet'})`).join(', ')}.`,
      details: checks,
      retryAfterS: 1,
    });
  }

  /** Prometheus text format, https://prometheus.io/docs/instrumenting/exposition_formats/ */
  @Get('metrics')
  @Header('content-type', register.contentType)
  metrics(): Promise<string> {
    return register.metrics();
  }
}
