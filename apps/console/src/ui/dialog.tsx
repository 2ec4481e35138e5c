import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from './button.js';
import { ErrorNote } from './states.js';
import styles from './dialog.module.css';

/** Props of {@link Dialog}. */
export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the end. */
  readonly footer?: ReactNode;
  readonly isWide?: boolean;
}

/** A dialog over the page. Escape and a press outside close it. */
export function Dialog({ title, isOpen, onClose, children, footer, isWide = false }: DialogProps) {
  return (
    <ModalOverlay
      className={styles.overlay as string}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
    >
      <Modal className={[styles.modal, isWide && styles.wide].filter(Boolean).join(' ')}>
        <AriaDialog className={styles.dialog as string}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
          {footer !== undefined && <div className={styles.footer}>{footer}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Props of {@link ConfirmDialog}. */
export interface ConfirmDialogProps extends Omit<DialogProps, 'footer' | 'isWide'> {
  /** What the button says, for example "Delete the key". */
  readonly confirmLabel: string;
  /** What the other button says, where "Cancel" could be either. */
  readonly dismissLabel?: string;
  readonly onConfirm: () => void;
  readonly isPending: boolean;
  readonly error: unknown;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({
  confirmLabel,
  dismissLabel = 'Cancel',
  onConfirm,
  isPending,
  error,
  children,
  ...dialog
}: ConfirmDialogProps) {
  const footer = (
    <>
      <Button onPress={dialog.onClose}>{dismissLabel}</Button>
      <Button variant="danger" onPress={onConfirm} isPending={isPending} autoFocus>
        {confirmLabel}
      </Button>
    </>
  );
  return (
    <Dialog {...dialog} footer={footer}>
      {children}
      <ErrorNote error={error} />
    </Dialog>
  );
}
