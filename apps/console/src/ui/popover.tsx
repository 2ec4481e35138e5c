import type { ReactNode } from 'react';
import { Dialog, DialogTrigger, Popover as AriaPopover } from 'react-aria-components';
import styles from './popover.module.css';

/** Props of {@link Popover}. */
export interface PopoverProps {
  /** The button that opens it. */
  readonly trigger: ReactNode;
  /** Name for screen readers. */
  readonly label: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** A panel below its button, for a short form. Escape and a press outside close it. */
export function Popover({ trigger, label, isOpen, onOpenChange, children }: PopoverProps) {
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      {trigger}
      <AriaPopover className={styles.popover as string} placement="bottom end">
        <Dialog className={styles.dialog as string} aria-label={label}>
          {children}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
