import { Badge } from '../../ui/badge.js';
import { statusWords } from './advice.js';
import type { Campaign } from './queries.js';

/** The status of a campaign. */
export function StatusBadge({ status }: Pick<Campaign, 'status'>) {
  const { label, tone } = statusWords[status];
  return <Badge tone={tone}>{label}</Badge>;
}
