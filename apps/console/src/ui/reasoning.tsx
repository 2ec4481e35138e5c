import styles from './reasoning.module.css';

/** The reasoning of an answer. Collapsed once the reasoning is complete; renders nothing without reasoning. */
export function Reasoning({ text, isOpen = false }: { readonly text: string | undefined; readonly isOpen?: boolean }) {
  if (text === undefined || text === '') return null;
  return (
    <details className={styles.reasoning} open={isOpen}>
      <summary>Reasoning</summary>
      <p>{text}</p>
    </details>
  );
}
