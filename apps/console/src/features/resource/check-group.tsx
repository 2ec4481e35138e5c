import type { ReactNode } from 'react';
import { Checkbox } from '../../ui/field.js';
import styles from './resource.module.css';

/** An option of a {@link CheckGroup}. */
export interface CheckOption<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly description?: string;
  readonly isDisabled?: boolean;
}

/** Chooses any of several options; the result keeps their order. */
export function CheckGroup<Id extends string>({
  label,
  options,
  value,
  onChange,
  error,
  hint,
}: {
  readonly label: string;
  readonly options: readonly CheckOption<Id>[];
  readonly value: readonly Id[];
  readonly onChange: (value: Id[]) => void;
  readonly error?: string | null;
  readonly hint?: ReactNode;
}) {
  const toggle = (id: Id, isOn: boolean) =>
    onChange(options.map((option) => option.id).filter((other) => (other === id ? isOn : value.includes(other))));
  return (
    <fieldset className={styles.checks}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.checkList}>
        {options.map(({ id, label: text, description, isDisabled }) => (
          <div key={id} className={styles.check}>
            <Checkbox isSelected={value.includes(id)} onChange={(isOn) => toggle(id, isOn)} isDisabled={isDisabled}>
              {text}
            </Checkbox>
            {description !== undefined && <span className={styles.hint}>{description}</span>}
          </div>
        ))}
      </div>
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      {error !== undefined && error !== null && (
        <span className={styles.error} role="alert">
          {error}
        </span>
      )}
    </fieldset>
  );
}
