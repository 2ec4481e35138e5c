import { TextField } from '../../ui/field.js';
import { errorAt } from './field-errors.js';
import styles from './resource.module.css';

interface Draft {
  readonly key: string;
  readonly name: string;
}

/** The fields of the key and the name of a resource, side by side. */
export function KeyAndName({
  draft,
  change,
  error,
  keyHint,
}: {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
  readonly error: unknown;
  readonly keyHint: string;
}) {
  return (
    <div className={styles.row}>
      <TextField
        label="Key"
        value={draft.key}
        onChange={(key) => change({ key })}
        hint={keyHint}
        error={errorAt(error, 'key')}
        isRequired
        autoFocus
        mono
      />
      <TextField
        label="Name"
        value={draft.name}
        onChange={(name) => change({ name })}
        placeholder={draft.key || 'The key'}
        error={errorAt(error, 'name')}
      />
    </div>
  );
}
