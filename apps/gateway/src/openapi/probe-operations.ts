import type { Type } from '@nestjs/common';
import { HealthController } from '@earshot/service-kit';
import { z } from 'zod';
import type { Operation } from './operation.decorator.js';

const check = z.object({
  name: z.string().describe('What is needed.'),
  ok: z.boolean().describe('Whether it is there.'),
  detail: z.string().optional().describe('Why it is not.'),
});

const liveSchema = z
  .object({ status: z.literal('ok').describe('Always `ok`.') })
  .meta({ id: 'Live', description: 'The process answers.', examples: [{ status: 'ok' }] });

const readySchema = z
  .object({ status: z.literal('ok').describe('Always `ok`.'), checks: z.array(check).describe('All that is needed.') })
  .meta({
    id: 'Ready',
    description: 'All that the process needs is there.',
    examples: [{ status: 'ok', checks: [{ name: 'lanes', ok: true }] }],
  });

const metricsSchema = z
  .string()
  .meta({ id: 'Metrics', description: 'Prometheus text format.', examples: ['process_cpu_seconds_total 1.5\n'] });

const operations: Readonly<Record<string, Operation>> = {
  live: {
    id: 'live',
    summary: 'Ask whether the process answers',
    description: 'One that does not is to be restarted.',
    answers: { 'application/json': liveSchema },
  },
  ready: {
    id: 'ready',
    summary: 'Ask whether the process can serve requests',
    description: 'While it can not, it is to be sent none; the error says what is missing.',
    answers: { 'application/json': readySchema },
    errors: ['not_ready'],
  },
  metrics: {
    id: 'metrics',
    summary: 'Read the metrics of this process',
    answers: { 'text/plain': metricsSchema },
  },
};

/** What a route that every process has is for; service-kit, where they are, knows nothing of OpenAPI. */
export function probeOperation(controller: Type, handler: string): Operation | undefined {
  return controller === HealthController ? operations[handler] : undefined;
}
