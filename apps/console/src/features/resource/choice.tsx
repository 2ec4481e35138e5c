import { Label, Radio, RadioGroup, Text, FieldError } from 'react-aria-components';
import styles from './choice.module.css';

/** One of a few choices that stay visible. */
export interface Choice<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly description?: string;
}

/** Chooses one of a few options, each with a line that explains it. */
export function ChoiceField<Id extends string>({
  label,
  choices,
  value,
  onChange,
  hint,
  error,
  isDisabled,
}: {
  readonly label: string;
  readonly choices: readonly Choice<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  readonly hint?: string;
  readonly error?: string | null;
  readonly isDisabled?: boolean;
}) {
  return (
    <RadioGroup
      className={styles.group as string}
      value={value}
      onChange={(id) => onChange(id as Id)}
      isDisabled={isDisabled}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
    >
      <Label className={styles.label}>{label}</Label>
      <div className={styles.options}>
        {choices.map(({ id, label: text, description }) => (
          <Radio key={id} value={id} className={styles.option as string}>
            <span className={styles.text}>{text}</span>
            {description !== undefined && <span className={styles.description}>{description}</span>}
          </Radio>
        ))}
      </div>
      {hint !== undefined && (
        <Text slot="description" className={styles.description}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.error}>{error}</FieldError>
    </RadioGroup>
  );
}
