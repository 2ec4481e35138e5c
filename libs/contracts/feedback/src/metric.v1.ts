import { defineCommand, defineState, entity, id, page, pageRequest } from '@earshot/contracts-core';
import { z } from 'zod';
import { feedbackCommands, metricsStateTopic } from './topics.js';

/** What values of a metric are: yes or no, or any number. */
export const metricKinds = ['bool', 'scalar'] as const;

/** Which values of a metric are the better ones. */
export const scoringTypes = ['higher_is_better', 'lower_is_better'] as const;

/** What answers are judged by, in one project. */
export const metric = z.object({
  ...entity,
  project_id: id,
  key: z.string(),
  name: z.string(),
  /** Never changes: what was recorded under it stays comparable. */
  kind: z.enum(metricKinds),
  scoring_type: z.enum(scoringTypes),
  /** null: none. */
  description: z.string().nullable(),
});

/** What answers are judged by. */
export type Metric = z.infer<typeof metric>;

/** What values of a metric are. */
export type MetricKind = Metric['kind'];

/** Every metric, by id. Read by the gateway, and by services that take feedback. */
export const metricsState = defineState<Metric>({
  topic: metricsStateTopic,
  type: 'metric.v1',
  schema: metric,
  key: (value) => value.id,
});

/** Makes a metric. Refused with `project_not_found`, `key_taken`, `id_taken`. */
export const createMetric = defineCommand({
  topic: feedbackCommands,
  type: 'create-metric.v1',
  request: metric.omit({ created_at: true, updated_at: true }),
  reply: metric,
});

/** Changes what is given of a metric. Refused with `metric_not_found`, `key_taken`, `metric_kind_fixed`. */
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

/** Removes a metric and all that was recorded under it. Refused with `metric_not_found`. */
export const deleteMetric = defineCommand({
  topic: feedbackCommands,
  type: 'delete-metric.v1',
  request: z.object({ id, project_id: id }),
  reply: z.object({ id }),
});

/** The metrics of a project in the order in which they were made. */
export const listMetrics = defineCommand({
  topic: feedbackCommands,
  type: 'list-metrics.v1',
  request: pageRequest.extend({ project_id: id }),
  reply: page(metric),
  read: true,
});

/** What {@link createMetric} takes. */
export type CreateMetric = z.infer<typeof createMetric.request>;

/** What {@link updateMetric} takes. */
export type UpdateMetric = z.infer<typeof updateMetric.request>;

/** What {@link deleteMetric} takes. */
export type DeleteMetric = z.infer<typeof deleteMetric.request>;

/** What {@link listMetrics} takes. */
export type ListMetrics = z.infer<typeof listMetrics.request>;

/** What {@link listMetrics} is answered with. */
export type MetricPage = z.infer<typeof listMetrics.reply>;
