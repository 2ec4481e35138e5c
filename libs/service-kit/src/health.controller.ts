import { Controller, Get, Header, Inject, SetMetadata } from '@nestjs/common';
import { AppError } from '@earshot/errors';
import { register } from 'prom-client';
import { Health, type Check } from './health.js';

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
