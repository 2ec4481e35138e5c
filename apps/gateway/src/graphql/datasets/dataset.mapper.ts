import type { DatasetResponse } from '@earshot/dto-storage';

/** Kind of a dataset, as the client names it. */
export type DatasetKind = 'PROMPT' | 'PROMPT_COMPLETION' | 'PROMPT_COMPLETION_SCORE' | 'PREFERENCE';

/** Returns the kind of a dataset of interactions. */
export function kindOfFormat(format: NonNullable<DatasetResponse['from']>['format']): DatasetKind {
  if (format === 'dpo') return 'PREFERENCE';
  return format === 'kto' ? 'PROMPT_COMPLETION_SCORE' : 'PROMPT_COMPLETION';
}

/** Returns the kind of an uploaded dataset by its first row; PROMPT until that is known. */
export function kindOfRow(row: Record<string, unknown> | undefined): DatasetKind {
  const has = (field: string) => row?.[field] !== undefined && row[field] !== null;
  if (has('other_completion')) return 'PREFERENCE';
  if (!has('completion')) return 'PROMPT';
  return has('metrics') ? 'PROMPT_COMPLETION_SCORE' : 'PROMPT_COMPLETION';
}

/** Converts the progress of a dataset. */
export function toProcessingStatus(dataset: DatasetResponse) {
  const { id, status, percent } = dataset;
  return { datasetId: id, status: sessionStatus[status], progress: percent / 100, error: errorOf(dataset) };
}

const sessionStatus = { processing: 'PENDING', ready: 'DONE', failed: 'ERROR', cancelled: 'ERROR' } as const;

function errorOf({ status, errors: [first] }: DatasetResponse): string | null {
  if (status === 'cancelled') return 'The dataset was cancelled.';
  return first === undefined ? null : `Line ${first.line}: ${first.message}`;
}
