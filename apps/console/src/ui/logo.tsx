import styles from './logo.module.css';

/** The mark and the name. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <svg viewBox="0 0 32 32" aria-hidden className={styles.mark}>
        <rect width="32" height="32" rx="8" />
        <path d="M10 21V11M15 25a9.5 9.5 0 0 0 0-18M15 20a4.5 4.5 0 0 0 0-8" />
      </svg>
      Earshot
    </span>
  );
}
