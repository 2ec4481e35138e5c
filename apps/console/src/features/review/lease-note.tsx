import { useEffect, useState } from 'react';
import styles from './item.module.css';

/** Says that the item is reserved no longer. A decision still counts if nobody else took the item. */
export function LeaseNote({ expiresAtMs }: { readonly expiresAtMs: number }) {
  const [isExpired, setExpired] = useState(() => expiresAtMs <= Date.now());
  useEffect(() => {
    const timer = setTimeout(() => setExpired(true), Math.max(0, expiresAtMs - Date.now()));
    return () => clearTimeout(timer);
  }, [expiresAtMs]);
  if (!isExpired) return null;
  return (
    <p className={styles.note} role="status">
      Your time for this item is over, so others may get it. Your decision counts if nobody was faster.
    </p>
  );
}
