import { MoreHorizontal } from 'lucide-react';
import { Button } from '../../ui/button.js';
import { Menu, type MenuAction } from '../../ui/menu.js';
import styles from './resource.module.css';

/** The actions of a row: the most used one as a button, the others in a menu. */
export function RowActions({
  name,
  main,
  others,
}: {
  /** The row, for screen readers. */
  readonly name: string;
  readonly main?: { readonly label: string; readonly onPress: () => void };
  readonly others: readonly MenuAction[];
}) {
  return (
    <div className={styles.actions}>
      {main !== undefined && (
        <Button variant="plain" aria-label={`${main.label} ${name}`} onPress={main.onPress}>
          {main.label}
        </Button>
      )}
      {others.length > 0 && (
        <Menu
          label={`Actions of ${name}`}
          actions={others}
          trigger={
            <Button variant="plain" iconOnly aria-label={`Actions of ${name}`}>
              <MoreHorizontal aria-hidden />
            </Button>
          }
        />
      )}
    </div>
  );
}
