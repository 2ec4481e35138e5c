import { lazy, Suspense } from 'react';
import styles from './markdown.module.css';

const Rendered = lazy(async () => ({ default: (await import('./markdown-rendered.js')).MarkdownRendered }));

/** Props of {@link Markdown}. */
export interface MarkdownProps {
  readonly text: string;
  /** While the text grows, only its last block is parsed again. */
  readonly isRunning?: boolean;
}

/** A text in Markdown, without HTML. Until its code is loaded, the text as it is. */
export function Markdown({ text, isRunning = false }: MarkdownProps) {
  const plain = <p className={styles.plain}>{text}</p>;
  return (
    <div className={styles.markdown}>
      <Suspense fallback={plain}>
        <Rendered text={text} isRunning={isRunning} />
      </Suspense>
    </div>
  );
}
