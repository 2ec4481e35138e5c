import { lazy, Suspense } from 'react';
import styles from './markdown.module.css';

const Rendered = lazy(async () => ({ default: (await import('./markdown-rendered.js')).MarkdownRendered }));

/** A text in Markdown. Until its code is loaded, the text as it is. */
export function Markdown({ text }: { readonly text: string }) {
  const plain = <p className={styles.plain}>{text}</p>;
  return (
    <div className={styles.markdown}>
      <Suspense fallback={plain}>
        <Rendered text={text} />
      </Suspense>
    </div>
  );
}
