import type { Type } from '@nestjs/common';
import { HealthController } from '@earshot/service-kit';
import { z } from 'zod';
import type { Operation } from './operation.decorator.js';

const check = z.object({
  name: z.string().describe('Name of the dependency.'),
  ok: z.boolean().describe('Whether the check passed.'),
  detail: z.string().optional().describe('Why the check failed.'),
});

const liveSchema = z
  .object({ status: z.literal('ok').describe('Always `ok`.') })
  .meta({ id: 'Live', description: 'The process is alive.', examples: [{ status: 'ok' }] });

const readySchema = z
  .object({ status: z.literal('ok').describe('Always `ok`.'), checks: z.array(check).describe('All checks.') })
  .meta({
    id: 'Ready',
    description: 'All dependencies are available.',
    examples: [{ status: 'ok', checks: [{ name: 'lanes', ok: true }] }],
  });

const metricsSchema = z
  .string()
  .meta({ id: 'Metrics', description: 'Prometheus text format.', examples: ['process_cpu_seconds_total 1.5\n'] });

const operations: Readonly<Record<string, Operation>> = {
  live: {
    id: 'live',
    summary: 'Check liveness',
    description: 'A process that fails this check should be restarted.',
    answers: { 'application/json': liveSchema },
  },
  ready: {
    id: 'ready',
    summary: 'Check readiness',
    description: 'A process that fails this check should receive no requests. The error lists what is missing.',
    answers: { 'application/json': readySchema },
    errors: ['not_ready'],
  },
  metrics: {
    id: 'metrics',
    summary: 'Get metrics',
    answers: { 'text/plain': metricsSchema },
  },
};

/** Describes the probe routes of service-kit, which does not depend on OpenAPI. */
export function probeOperation(controller: Type, handler: string): Operation | undefined {
  return controller === HealthController ? operations[handler] : undefined;
}
