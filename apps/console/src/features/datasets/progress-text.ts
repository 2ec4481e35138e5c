import { formatNumber } from '../../ui/format.js';
import type { Dataset } from './queries.js';

/** What a button says that cancels the processing of a dataset. */
export const cancelLabel = ({ from }: Pick<Dataset, 'from'>): string =>
  from === null ? 'Cancel the conversion' : 'Cancel the build';

/** How far a dataset is: of an upload the percentage, of interactions the rows. */
export function progressText({
  percent,
  rows,
  rows_expected: expected,
  from,
}: Pick<Dataset, 'percent' | 'rows' | 'rows_expected' | 'from'>): string {
  if (from === null) return `${percent}%`;
  if (expected === null) return rows === 1 ? '1 row' : `${formatNumber(rows)} rows`;
  return `${formatNumber(rows)} of ${formatNumber(expected)} rows`;
}
