import { memo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { blocksOf } from './blocks.js';
import styles from './markdown.module.css';

const plugins = [remarkGfm];

/** Links open elsewhere. Images would be requests to other hosts, so they are links too. */
const components: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
  img: ({ src, alt }) => (
    <a href={typeof src === 'string' ? src : undefined} target="_blank" rel="noopener noreferrer">
      {alt === '' || alt === undefined ? 'Image' : alt}
    </a>
  ),
  table: ({ children }) => (
    <div className={styles.table} role="region" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
};

const Block = memo(function Block({ text }: { readonly text: string }) {
  return (
    <ReactMarkdown remarkPlugins={plugins} components={components}>
      {text}
    </ReactMarkdown>
  );
});

/** An answer as Markdown, without HTML. While it streams, only its last block is parsed again. */
export function Markdown({ text, isRunning }: { readonly text: string; readonly isRunning: boolean }) {
  const blocks = isRunning ? blocksOf(text) : [text];
  return (
    <div className={styles.markdown}>
      {blocks.map((block, index) => (
        <Block key={index} text={block} />
      ))}
    </div>
  );
}
