import { ChevronDown } from 'lucide-react';
import {
  Button,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
} from 'react-aria-components';
import fieldStyles from './field.module.css';
import styles from './select.module.css';

/** One choice. */
export interface Option {
  readonly id: string;
  readonly label: string;
  /** Shown smaller, at the end of the line. */
  readonly detail?: string;
}

/** Props of {@link Select}. */
export interface SelectProps {
  readonly label: string;
  readonly options: readonly Option[];
  /** Id of the chosen option; null for none. */
  readonly value: string | null;
  readonly onChange: (id: string) => void;
  readonly placeholder?: string;
  readonly error?: string | null;
  readonly isDisabled?: boolean;
  readonly hideLabel?: boolean;
}

/** Chooses one of several options; typing letters finds one. */
export function Select({ label, options, value, onChange, placeholder, error, isDisabled, hideLabel }: SelectProps) {
  return (
    <AriaSelect
      className={fieldStyles.field as string}
      selectedKey={value}
      onSelectionChange={(key) => key !== null && onChange(String(key))}
      placeholder={placeholder ?? 'Choose'}
      isDisabled={isDisabled}
      isInvalid={Boolean(error)}
    >
      <Label className={hideLabel === true ? 'visually-hidden' : fieldStyles.label}>{label}</Label>
      <Button className={fieldStyles.trigger as string}>
        <SelectValue className={fieldStyles.value as string}>
          {({ selectedText, isPlaceholder, defaultChildren }) => (isPlaceholder ? defaultChildren : selectedText)}
        </SelectValue>
        <ChevronDown aria-hidden />
      </Button>
      <FieldError className={fieldStyles.error}>{error}</FieldError>
      <Popover className={styles.popover as string}>
        <ListBox className={styles.list as string} items={options}>
          {(option) => (
            <ListBoxItem className={styles.item as string} id={option.id} textValue={option.label}>
              {option.label}
              {option.detail !== undefined && <span className={styles.detail}>{option.detail}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
