import { defineCommand, defineState, entity, id, page, pageRequest } from '@earshot/contracts-core';
import { z } from 'zod';
import { feedbackCommands, metricsStateTopic } from './topics.js';

/** Kinds of values of a metric. */
export const metricKinds = ['bool', 'scalar'] as const;

/** Which values of a metric are better. */
export const scoringTypes = ['higher_is_better', 'lower_is_better'] as const;

/** A metric of a project, by which answers are rated. */
export const metric = z.object({
  ...entity,
  project_id: id,
  key: z.string(),
  name: z.string(),
  /** Immutable, so that values stay comparable. */
  kind: z.enum(metricKinds),
  scoring_type: z.enum(scoringTypes),
  /** null: none. */
  description: z.string().nullable(),
});

/** A metric. */
export type Metric = z.infer<typeof metric>;

/** The kind of a metric. */
export type MetricKind = Metric['kind'];

/** State of all metrics, by id. */
export const metricsState = defineState<Metric>({
  topic: metricsStateTopic,
  type: 'metric.v1',
  schema: metric,
  key: (value) => value.id,
});

/** Creates a metric. Errors: `project_not_found`, `key_taken`, `id_taken`. */
export const createMetric = defineCommand({
  topic: feedbackCommands,
  type: 'create-metric.v1',
  request: metric.omit({ created_at: true, updated_at: true }),
  reply: metric,
});

/** Updates fields of a metric. Errors: `metric_not_found`, `key_taken`, `metric_kind_fixed`. */
export const updateMetric = defineCommand({
  topic: feedbackCommands,
  type: 'update-metric.v1',
  request: z.object({
    id,
    project_id: id,
    changes: metric.pick({ key: true, name: true, kind: true, scoring_type: true, description: true }).partial(),
  }),
  reply: metric,
});

/** Deletes a metric with its feedback. Errors: `metric_not_found`. */
export const deleteMetric = defineCommand({
  topic: feedbackCommands,
  type: 'delete-metric.v1',
  request: z.object({ id, project_id: id }),
  reply: z.object({ id }),
});

/** Lists the metrics of a project, the oldest first. */
export const listMetrics = defineCommand({
  topic: feedbackCommands,
  type: 'list-metrics.v1',
  request: pageRequest.extend({ project_id: id }),
  reply: page(metric),
  read: true,
});

/** Request of {@link createMetric}. */
export type CreateMetric = z.infer<typeof createMetric.request>;

/** Request of {@link updateMetric}. */
export type UpdateMetric = z.infer<typeof updateMetric.request>;

/** Request of {@link deleteMetric}. */
export type DeleteMetric = z.infer<typeof deleteMetric.request>;

/** Request of {@link listMetrics}. */
export type ListMetrics = z.infer<typeof listMetrics.request>;

/** Reply of {@link listMetrics}. */
export type MetricPage = z.infer<typeof listMetrics.reply>;
