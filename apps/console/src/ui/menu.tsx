import type { ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import styles from './select.module.css';

/** One action of a menu. */
export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly isDanger?: boolean;
  readonly onAction: () => void;
}

/** A button (`trigger`) that opens a list of actions. */
export function Menu({
  trigger,
  label,
  actions,
}: {
  trigger: ReactNode;
  label: string;
  actions: readonly MenuAction[];
}) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={styles.popover as string} placement="bottom end">
        <AriaMenu className={styles.list as string} aria-label={label}>
          {actions.map(({ id, label: text, icon, isDanger, onAction }) => (
            <MenuItem
              key={id}
              id={id}
              onAction={onAction}
              textValue={text}
              className={[styles.item, isDanger === true && styles.danger].filter(Boolean).join(' ')}
            >
              {text}
              {icon}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
