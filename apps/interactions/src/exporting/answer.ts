import type { RecordedMessage } from '@earshot/contracts-interactions';
import type { StoredInteraction } from '../reading/reading.repository.js';

/** What was said about an answer under one metric, as far as it was in force. */
export interface MetricValues {
  readonly metricId: string;
  /** Key that the metric had. */
  readonly metric: string;
  readonly mean: number;
  /** How often it was true, and false; of a scalar metric how often it was 1 and 0. */
  readonly yes: number;
  readonly no: number;
}

/** An answer with all that a line of an export is made of. */
export interface Answer {
  readonly row: StoredInteraction;
  readonly messages: readonly RecordedMessage[];
  readonly text: string;
  readonly values: readonly MetricValues[];
}
