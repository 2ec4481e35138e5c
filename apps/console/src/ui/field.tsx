import type { ReactNode } from 'react';
import { Check } from 'lucide-react';
import {
  Checkbox as AriaCheckbox,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  TextField as AriaTextField,
} from 'react-aria-components';
import styles from './field.module.css';

/** Props of {@link TextField}. */
export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly name?: string;
  readonly type?: 'text' | 'password' | 'url' | 'search' | 'number' | 'datetime-local';
  readonly placeholder?: string;
  /** Help below the field. */
  readonly hint?: ReactNode;
  /** What is wrong; null or absent for nothing. */
  readonly error?: string | null;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  readonly autoFocus?: boolean;
  /** Several lines. */
  readonly multiline?: boolean;
  /** Fixed-width letters, for code and ids. */
  readonly mono?: boolean;
  /** The label is only for screen readers. */
  readonly hideLabel?: boolean;
  readonly onKeyDown?: (event: React.KeyboardEvent) => void;
}

/** A labelled text input, or a text area that grows with its text. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, name, type = 'text', hint, error, multiline = false, mono = false } = props;
  const input = [styles.input, mono && styles.mono].filter(Boolean).join(' ');
  return (
    <AriaTextField
      className={styles.field as string}
      value={value}
      onChange={onChange}
      name={name}
      type={type}
      isRequired={props.isRequired}
      isDisabled={props.isDisabled}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      autoFocus={props.autoFocus}
      autoComplete="off"
      onKeyDown={props.onKeyDown}
    >
      <Label className={props.hideLabel === true ? 'visually-hidden' : styles.label}>{label}</Label>
      {multiline ? (
        <TextArea className={input} placeholder={props.placeholder} />
      ) : (
        <Input className={input} placeholder={props.placeholder} />
      )}
      {hint !== undefined && (
        <Text slot="description" className={styles.hint}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.error}>{error}</FieldError>
    </AriaTextField>
  );
}

/** A check box with its label. */
export function Checkbox({
  children,
  isSelected,
  onChange,
  isDisabled,
}: {
  readonly children: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (selected: boolean) => void;
  readonly isDisabled?: boolean;
}) {
  return (
    <AriaCheckbox className={styles.check as string} {...{ isSelected, onChange, isDisabled }}>
      <span className={styles.box} aria-hidden>
        {isSelected && <Check strokeWidth={3} />}
      </span>
      {children}
    </AriaCheckbox>
  );
}
