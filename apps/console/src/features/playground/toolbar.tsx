import { Plus, X } from 'lucide-react';
import { Button } from '../../ui/button.js';
import { Checkbox } from '../../ui/field.js';
import { Select } from '../../ui/select.js';
import type { ChatModel } from './queries.js';
import { maxColumns } from './search.js';
import styles from './toolbar.module.css';

/** Props of {@link Toolbar}. */
export interface ToolbarProps {
  readonly known: readonly ChatModel[];
  /** Keys of the chosen models. */
  readonly models: readonly string[];
  readonly onModels: (models: readonly string[]) => void;
  readonly isBlind: boolean;
  readonly onBlind: (isBlind: boolean) => void;
  /** Metrics to judge by; null where the key may not judge. */
  readonly metrics: readonly { readonly key: string; readonly name: string }[] | null;
  readonly metric: string | null;
  readonly onMetric: (metric: string) => void;
}

/** Chooses the models, and how their answers are judged. */
export function Toolbar(props: ToolbarProps) {
  const { known, models, onModels, isBlind, onBlind, metrics, metric, onMetric } = props;
  const next = known.find(({ key }) => !models.includes(key));
  return (
    <div className={styles.toolbar}>
      <div className={styles.models} role="group" aria-label="Models">
        {models.map((_, index) => (
          <ModelSelect key={index} {...{ known, models, onModels, index }} />
        ))}
        {next !== undefined && models.length < maxColumns && (
          <Button variant="plain" onPress={() => onModels([...models, next.key])}>
            <Plus aria-hidden />
            {models.length === 1 ? 'Compare' : 'Add'}
          </Button>
        )}
      </div>
      <div className={styles.judging}>
        {models.length > 1 && (
          <Checkbox isSelected={isBlind} onChange={onBlind}>
            Blind
          </Checkbox>
        )}
        {metrics !== null && metrics.length > 0 && (
          <div className={styles.metric}>
            <span className={styles.word} aria-hidden>
              Judge by
            </span>
            <div className={styles.metricSelect}>
              <Select
                label="Judge by"
                hideLabel
                options={metrics.map(({ key, name }) => ({ id: key, label: name }))}
                value={metric}
                onChange={onMetric}
              />
            </div>
          </div>
        )}
      </div>
    </div>
  );
}

function ModelSelect({
  known,
  models,
  onModels,
  index,
}: Pick<ToolbarProps, 'known' | 'models' | 'onModels'> & { readonly index: number }) {
  const model = models[index] as string;
  const options = known
    .filter(({ key }) => key === model || !models.includes(key))
    .map(({ key, name, isDefault }) => ({ id: key, label: name, ...(isDefault && { detail: 'default' }) }));
  return (
    <div className={styles.model}>
      <div className={styles.select}>
        <Select
          label={models.length === 1 ? 'Model' : `Model ${index + 1}`}
          hideLabel
          options={options}
          value={model}
          onChange={(key) => onModels(models.map((other, at) => (at === index ? key : other)))}
        />
      </div>
      {models.length > 1 && (
        <Button
          variant="plain"
          iconOnly
          aria-label={`Remove ${model}`}
          onPress={() => onModels(models.filter((_, at) => at !== index))}
        >
          <X aria-hidden />
        </Button>
      )}
    </div>
  );
}
