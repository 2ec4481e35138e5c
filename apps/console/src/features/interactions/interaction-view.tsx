import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/client.js';
import { Badge } from '../../ui/badge.js';
import { CodeBlock, Snippets } from '../../ui/code.js';
import { chatSnippets } from '../../ui/chat-snippets.js';
import { Time } from '../../ui/time.js';
import { ComparisonsSection } from './comparisons-section.js';
import { Facts } from './facts.js';
import { FeedbackSection } from './feedback-section.js';
import { Answer, CalledTools, Messages } from './messages.js';
import { requestOf } from './request.js';
import styles from './interaction.module.css';

/** Props of {@link InteractionView}. */
export interface InteractionViewProps {
  readonly project: string;
  readonly interaction: Schemas['Interaction'];
  /** One column, for the side panel. */
  readonly isNarrow?: boolean;
}

/** One interaction: the conversation, its feedback and everything that was recorded about it. */
export function InteractionView({ project, interaction, isNarrow = false }: InteractionViewProps) {
  return (
    <div className={[styles.view, isNarrow && styles.narrow].filter(Boolean).join(' ')}>
      <div className={styles.column}>
        <Conversation interaction={interaction} />
        <FeedbackSection project={project} interaction={interaction} />
        <ComparisonsSection project={project} completion={interaction.completion_id} />
      </div>
      <div className={styles.column}>
        <Facts project={project} interaction={interaction} />
        <Source project={project} interaction={interaction} />
      </div>
    </div>
  );
}

function Conversation({ interaction }: { readonly interaction: Schemas['Interaction'] }) {
  const { system_prompt: system, messages, called_tools: tools = [] } = interaction;
  return (
    <section className={styles.conversation} aria-label="Conversation">
      {system !== null && (
        <details className={styles.system}>
          <summary>System prompt</summary>
          <p>{system}</p>
        </details>
      )}
      <Messages messages={messages} />
      {tools.length > 0 && (
        <section className={styles.toolCalls} aria-label="Calls of tools">
          <CalledTools tools={tools} />
        </section>
      )}
      <Answer interaction={interaction} />
    </section>
  );
}

function Source({ project, interaction }: { readonly project: string; readonly interaction: Schemas['Interaction'] }) {
  return (
    <>
      <More title="Repeat the request">
        {() => <Snippets snippets={chatSnippets(window.location.origin, requestOf(interaction, project))} />}
      </More>
      <More title="Raw JSON">
        {() => <CodeBlock text={JSON.stringify(interaction, null, 2)} label="JSON of the interaction" />}
      </More>
    </>
  );
}

/** A part that is made when it is opened, because most are never. */
function More({ title, children }: { readonly title: string; readonly children: () => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.more} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children()}
    </details>
  );
}

/** The line below the title: when, by which model, how it ended, and in which session. */
export function InteractionSummary({ project, interaction }: Omit<InteractionViewProps, 'isNarrow'>) {
  const { model, created_at, finish_reason: reason, source, session_id: session } = interaction;
  return (
    <span className={styles.summary}>
      <Time iso={created_at} isExact />
      {model !== null && <span>{model}</span>}
      {reason !== null && <Badge tone={toneOf(reason)}>{reason}</Badge>}
      {source !== 'served' && <Badge>{source}</Badge>}
      <Link to="/$project/sessions/$session" params={{ project, session }}>
        Session
      </Link>
    </span>
  );
}

function toneOf(reason: string): 'neutral' | 'bad' | 'warn' {
  if (reason === 'error') return 'bad';
  return reason === 'stop' ? 'neutral' : 'warn';
}
