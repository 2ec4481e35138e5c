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

  /** 200 as long as the process can answer at all; a process that can't is to be restarted. */
  @Get('livez')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** 200 when everything needed is there, 503 with what is not otherwise. */
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
