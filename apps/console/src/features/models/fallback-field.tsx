import { X } from 'lucide-react';
import { Button } from '../../ui/button.js';
import { Select } from '../../ui/select.js';
import styles from './models.module.css';
import type { Model } from './queries.js';

const maxFallbacks = 8;

/** Models that answer when this one fails, in order. */
export function FallbackField({
  value,
  others,
  onChange,
  error,
}: {
  readonly value: readonly string[];
  readonly others: readonly Model[];
  readonly onChange: (keys: readonly string[]) => void;
  readonly error: string | null;
}) {
  const left = others.filter(({ key, provider }) => !value.includes(key) && provider.kind !== 'external');
  if (others.length === 0 && value.length === 0) return null;
  return (
    <div className={styles.fallback}>
      {value.length > 0 && (
        <ol className={styles.chips} aria-label="Fallback models in order">
          {value.map((key, index) => (
            <li key={key} className={styles.chip}>
              <span className={styles.place}>{index + 1}</span>
              <code>{key}</code>
              <Button
                variant="plain"
                iconOnly
                aria-label={`Remove ${key} from the fallback models`}
                onPress={() => onChange(value.filter((other) => other !== key))}
              >
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ol>
      )}
      <Select
        label="Fallback models"
        placeholder={value.length === 0 ? 'None; add one' : 'Add another'}
        options={left.map(({ key, name }) => ({ id: key, label: key, detail: name === key ? undefined : name }))}
        value={null}
        onChange={(key) => onChange([...value, key])}
        error={error}
        isDisabled={left.length === 0 || value.length >= maxFallbacks}
      />
    </div>
  );
}
