import { memo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { blocksOf } from './markdown-blocks.js';
import type { MarkdownProps } from './markdown.js';
import styles from './markdown.module.css';

const plugins = [remarkGfm];

// An answer of a model is not trusted: links open apart, and images of other hosts are only linked.
const components: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ),
  img: ({ src, alt }) => (
    <a href={typeof src === 'string' ? src : undefined} target="_blank" rel="noreferrer noopener">
      {alt === undefined || alt === '' ? 'Image' : alt}
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

/** Markdown with tables, in a chunk of its own. */
export function MarkdownRendered({ text, isRunning = false }: MarkdownProps) {
  const blocks = isRunning ? blocksOf(text) : [text];
  return blocks.map((block, index) => <Block key={index} text={block} />);
}
