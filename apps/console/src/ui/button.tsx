import type { Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import styles from './button.module.css';

/** How much a button asks for attention: at most one `primary` button on a view. */
export type ButtonVariant = 'default' | 'primary' | 'plain' | 'danger';

/** Props of {@link Button}. */
export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style'> {
  readonly variant?: ButtonVariant;
  /** Square, for an icon alone; requires `aria-label`. */
  readonly iconOnly?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** Returns the classes of a button, for a link that looks like one. */
export function buttonClass(variant: ButtonVariant = 'default', iconOnly = false): string {
  return [styles.button, variant !== 'default' && styles[variant], iconOnly && styles.icon].filter(Boolean).join(' ');
}

/**
 * A button. While pending it keeps its focus, is announced as disabled, and ignores presses. `isPending` of React Aria
 * is not used: it refers to an element for its name, which is gone once the dialog of the button has closed.
 */
export function Button({ variant = 'default', iconOnly = false, isPending = false, ...props }: ButtonProps) {
  const pending = isPending && ({ 'aria-disabled': true, type: 'button', onPress: undefined } as const);
  const className = [buttonClass(variant, iconOnly), isPending && styles.pending].filter(Boolean).join(' ');
  return <AriaButton {...props} {...pending} className={className} />;
}
