import styles from './reasoning.module.css';

/** What a model wrote before its answer, closed unless it is still being written. Nothing without any. */
export function Reasoning({ text, isOpen = false }: { readonly text: string | undefined; readonly isOpen?: boolean }) {
  if (text === undefined || text === '') return null;
  return (
    <details className={styles.reasoning} open={isOpen}>
      <summary>Reasoning</summary>
      <p>{text}</p>
    </details>
  );
}
