import { Button } from '../../ui/button.js';
import { Select } from '../../ui/select.js';
import { ErrorNote } from '../../ui/states.js';
import { createMetric, metricsKey, type Metric } from '../metrics/queries.js';
import { useWrite } from '../resource/use-write.js';
import styles from './campaigns.module.css';

/** A metric that suits preferences, for projects without metrics. */
const firstMetric = { key: 'preference', name: 'preference', kind: 'bool' } as const;

/** Chooses a metric, or creates the first one. */
export function MetricField({
  project,
  metrics,
  value,
  onChange,
  error,
}: {
  readonly project: string;
  readonly metrics: readonly Metric[];
  readonly value: string | null;
  readonly onChange: (metric: string) => void;
  readonly error: string | null;
}) {
  const create = useWrite<typeof firstMetric, Metric>({
    send: (body, key) => createMetric(project, body, key),
    invalidates: metricsKey(project),
    onDone: ({ key }) => onChange(key),
  });
  if (metrics.length > 0)
    return (
      <Select
        label="Metric"
        options={metrics.map(({ key, name }) => ({ id: key, label: name, ...(name !== key && { detail: key }) }))}
        value={value}
        onChange={onChange}
        error={error}
      />
    );
  return (
    <div className={styles.metric}>
      <p>A metric names what is judged. This project has none yet.</p>
      <Button onPress={() => create.mutate(firstMetric)} isPending={create.isPending}>
        Create the metric {firstMetric.key}
      </Button>
      <ErrorNote error={create.error} />
    </div>
  );
}
