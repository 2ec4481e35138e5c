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
export function toProcessingStatus({ id, status, percent, errors }: DatasetResponse) {
  const [first] = errors;
  return {
    datasetId: id,
    status: status === 'ready' ? 'DONE' : status === 'failed' ? 'ERROR' : 'PENDING',
    progress: percent / 100,
    error: first === undefined ? null : `Line ${first.line}: ${first.message}`,
  };
}
