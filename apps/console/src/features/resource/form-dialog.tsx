import { useId, useRef, type ReactNode } from 'react';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { useShortcut } from '../../ui/shortcuts.js';
import { ErrorNote } from '../../ui/states.js';
import { errorElsewhere } from './field-errors.js';
import styles from './resource.module.css';

/** Props of {@link FormDialog}. */
export interface FormDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly isPending: boolean;
  readonly error: unknown;
  /** Fields that show their errors themselves. */
  readonly fields: readonly string[];
  readonly isWide?: boolean;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}

/** A dialog with a form. An error keeps it open, with what was typed. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, onSubmit, onClose, isPending, error, fields, isWide, isDisabled, children } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useShortcut('mod+enter', submitLabel, () => form.current?.requestSubmit(), { inFields: true });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (!isPending && isDisabled !== true) onSubmit();
  };
  const footer = (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button type="submit" form={id} variant="primary" isPending={isPending} isDisabled={isDisabled}>
        {submitLabel}
      </Button>
    </>
  );
  return (
    <Dialog title={title} isOpen onClose={onClose} footer={footer} isWide={isWide}>
      <form id={id} ref={form} className={styles.form} onSubmit={submit} noValidate>
        {children}
      </form>
      <ErrorNote error={errorElsewhere(error, fields)} />
    </Dialog>
  );
}
