import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { Button } from '../../ui/button.js';
import { CopyButton } from '../../ui/code.js';
import { Markdown } from '../../ui/markdown.js';
import { Reasoning } from '../../ui/reasoning.js';
import { formatJson, isOwnImage } from './content.js';
import type { SessionEntry } from './turns.js';
import styles from './messages.module.css';

type Message = Schemas['RecordedMessage'];
type Call = Schemas['RecordedFunctionCall'];

/** The messages of a request. */
export function Messages({ messages }: { readonly messages: readonly Message[] }) {
  return messages.map((message, index) => <MessageItem key={index} message={message} />);
}

function MessageItem({ message: { role, name, content, tool_calls } }: { readonly message: Message }) {
  return (
    <article className={[styles.message, role === 'user' && styles.asked].filter(Boolean).join(' ')} aria-label={role}>
      <header className={styles.role}>{name === undefined ? role : `${role} ${name}`}</header>
      <Content content={content} />
      <Calls calls={tool_calls} />
    </article>
  );
}

function Content({ content }: { readonly content: Message['content'] }) {
  if (typeof content === 'string') return content === '' ? null : <p className={styles.text}>{content}</p>;
  return content.map((part, index) =>
    part.type === 'text' ? (
      <p key={index} className={styles.text}>
        {part.text}
      </p>
    ) : (
      <Picture key={index} image={part.image_url} />
    ),
  );
}

function Picture({ image }: { readonly image: string | { readonly url: string } }) {
  const url = typeof image === 'string' ? image : image.url;
  // The content security policy allows images of this address only.
  if (isOwnImage(url, window.location.origin)) return <img className={styles.image} src={url} alt="Sent by the user" />;
  return (
    <a href={url} target="_blank" rel="noreferrer noopener" className={styles.text}>
      {url}
    </a>
  );
}

/** Calls that the model wrote for functions of the caller. */
export function Calls({ calls = [] }: { readonly calls?: readonly Call[] | undefined }) {
  return calls.map(({ id, function: { name, arguments: args } }) => (
    <div key={id} className={styles.call}>
      <span className={styles.callName}>{name}</span>
      <pre tabIndex={0} aria-label={`Arguments of ${name}`}>
        {formatJson(args)}
      </pre>
    </div>
  ));
}

/** The answer of the model, as Markdown or as it was written. */
export function Answer({ interaction }: { readonly interaction: SessionEntry }) {
  const [isRaw, setRaw] = useState(false);
  const { completion, reasoning, refusal, tool_calls, error, model } = interaction;
  return (
    <article className={[styles.message, styles.answer].join(' ')} aria-label="Answer">
      <header className={styles.role}>
        <span>{model ?? 'assistant'}</span>
        {completion !== '' && (
          <span className={styles.tools}>
            <Button variant="plain" aria-pressed={isRaw} onPress={() => setRaw(!isRaw)}>
              {isRaw ? 'Formatted' : 'Raw'}
            </Button>
            <CopyButton text={completion} label="Copy the answer" />
          </span>
        )}
      </header>
      <Reasoning text={reasoning} />
      {refusal !== undefined && <p className={styles.text}>{refusal}</p>}
      {completion !== '' && (isRaw ? <p className={styles.raw}>{completion}</p> : <Markdown text={completion} />)}
      <Calls calls={tool_calls} />
      {error !== null && (
        <p className={styles.error}>
          {error.message} <code>{error.code}</code>
        </p>
      )}
      {completion === '' && error === null && (tool_calls ?? refusal) === undefined && (
        <p className={styles.empty}>No text</p>
      )}
    </article>
  );
}

/** Calls of tools of the project that were made during the answer. */
export function CalledTools({ tools }: { readonly tools: readonly Schemas['CalledTool'][] }) {
  return tools.map(({ round, tool, arguments: args, result, error, ms }, index) => (
    <details key={index} className={styles.call}>
      <summary>
        <span className={styles.callName}>{tool}</span> round {round}, {Math.round(ms)} ms
        {error !== null && <span className={styles.error}> failed</span>}
      </summary>
      <pre tabIndex={0} aria-label={`Arguments of ${tool}`}>
        {formatJson(args)}
      </pre>
      <pre tabIndex={0} aria-label={`Result of ${tool}`}>
        {error ?? formatJson(result ?? '')}
      </pre>
    </details>
  ));
}
