export {
  createMetricSchema,
  metricPageSchema,
  metricSchema,
  updateMetricSchema,
  type CreateMetric,
  type MetricResponse,
  type UpdateMetric,
} from './metric.js';
