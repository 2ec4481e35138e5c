import type { RecordedMessage } from '@earshot/contracts-interactions';
import type { StoredInteraction } from '../reading/reading.repository.js';

/** The aggregated values of an answer under one metric. */
export interface MetricValues {
  readonly metricId: string;
  /** Key of the metric at that time. */
  readonly metric: string;
  readonly mean: number;
  /** Number of true (or 1) and false (or 0) values. */
  readonly yes: number;
  readonly no: number;
}

/** An answer with the data of its line in an export. */
export interface Answer {
  readonly row: StoredInteraction;
  readonly messages: readonly RecordedMessage[];
  readonly text: string;
  readonly values: readonly MetricValues[];
}
