import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';

// An answer of a model is not trusted: links open apart, and images of other hosts are only linked.
const components: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ),
  img: ({ src, alt }) => (
    <a href={typeof src === 'string' ? src : undefined} target="_blank" rel="noreferrer noopener">
      {alt === undefined || alt === '' ? 'image' : alt}
    </a>
  ),
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
};

/** Markdown with tables, in a chunk of its own. */
export function MarkdownRendered({ text }: { readonly text: string }) {
  return (
    <ReactMarkdown remarkPlugins={[remarkGfm]} components={components}>
      {text}
    </ReactMarkdown>
  );
}
