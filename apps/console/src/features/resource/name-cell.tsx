import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import styles from './resource.module.css';

/** The first cell of a row: the name, which opens the resource, and its key. */
export function NameCell({
  name,
  detail,
  badge,
  onPress,
}: {
  /** A text, or a link to the view of the resource. */
  readonly name: ReactNode;
  /** The key, if it differs from the name. */
  readonly detail?: string | undefined;
  readonly badge?: ReactNode;
  readonly onPress?: () => void;
}) {
  return (
    <div className={styles.nameCell}>
      <span className={styles.nameLine}>
        {onPress === undefined ? (
          <span className={styles.name}>{name}</span>
        ) : (
          <Button className={styles.nameButton as string} onPress={onPress}>
            {name}
          </Button>
        )}
        {badge}
      </span>
      {detail !== undefined && detail !== name && <code className={styles.detail}>{detail}</code>}
    </div>
  );
}
