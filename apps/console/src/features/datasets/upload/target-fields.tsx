import { TextField } from '../../../ui/field.js';
import { errorAt } from '../../resource/field-errors.js';
import styles from '../../resource/resource.module.css';
import type { UploadTarget } from './session.js';

/** Key and name of what is created from an upload. */
export function TargetFields({
  target,
  onChange,
  error,
}: {
  readonly target: UploadTarget;
  readonly onChange: (target: UploadTarget) => void;
  readonly error: unknown;
}) {
  const change = (changes: Partial<UploadTarget>) => onChange({ ...target, ...changes });
  if (target.kind === 'artifacts')
    return (
      <TextField
        label="Name"
        value={target.name}
        onChange={(name) => change({ name })}
        hint="The name of the file in downloads"
        error={errorAt(error, 'name')}
        isRequired
      />
    );
  return (
    <div className={styles.row}>
      <TextField
        label="Key"
        value={target.key}
        onChange={(key) => change({ key })}
        error={errorAt(error, 'key')}
        isRequired
        mono
      />
      <TextField
        label="Name"
        value={target.name}
        onChange={(name) => change({ name })}
        placeholder={target.key || 'The key'}
        error={errorAt(error, 'name')}
      />
      {target.kind === 'recipes' && (
        <TextField
          label="Entry point"
          value={target.entry_point}
          onChange={(entry_point) => change({ entry_point })}
          hint="Path of the main file in the zip"
          error={errorAt(error, 'entry_point')}
          mono
        />
      )}
    </div>
  );
}
