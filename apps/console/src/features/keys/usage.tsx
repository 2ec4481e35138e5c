import { useQuery } from '@tanstack/react-query';
import { formatBytes, formatNumber } from '../../ui/format.js';
import { Panel } from '../../ui/page.js';
import { ErrorNote, Loading } from '../../ui/states.js';
import { Bars } from '../resource/bars.js';
import { usageQuery } from './queries.js';

const quotas = [
  { id: 'bytes', label: 'Storage', format: formatBytes },
  { id: 'objects', label: 'Stored files', format: formatNumber },
  { id: 'upload_sessions', label: 'Open uploads', format: formatNumber },
  { id: 'interactions', label: 'Interactions', format: formatNumber },
] as const;

/** From this share on, a quota is nearly used up. */
const highShare = 0.9;

/** Quotas of the project and their use. */
export function Usage({ project }: { readonly project: string }) {
  const { data, error, refetch } = useQuery(usageQuery(project));
  return (
    <Panel title="Usage of the project">
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Loading lines={4} label="Loading the usage" />}
      {data !== undefined && (
        <Bars
          label="Usage"
          entries={quotas.map(({ id, label, format }) => {
            const { used, limit } = data[id];
            const share = limit === 0 ? 1 : used / limit;
            return {
              id,
              label,
              share,
              value: `${format(used)} of ${format(limit)}`,
              tone: share >= highShare ? 'bad' : 'neutral',
            };
          })}
        />
      )}
    </Panel>
  );
}
