import { TextField } from '../../ui/field.js';
import { errorAt } from '../resource/field-errors.js';
import styles from '../resource/resource.module.css';

/** One text field for each argument of a system prompt. */
export function ArgumentFields({
  names,
  values,
  onChange,
  error,
}: {
  readonly names: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
  readonly error: unknown;
}) {
  if (names.length === 0) return null;
  return (
    <fieldset className={styles.checks}>
      <legend className={styles.hint}>Arguments of the system prompt</legend>
      <div className={styles.row}>
        {names.map((name) => (
          <TextField
            key={name}
            label={name}
            value={values[name] ?? ''}
            onChange={(value) => onChange({ ...values, [name]: value })}
            error={errorAt(error, `system_prompt_args.${name}`)}
          />
        ))}
      </div>
    </fieldset>
  );
}
