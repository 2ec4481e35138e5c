import { useEffect, useRef } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/client.js';
import { Badge } from '../../ui/badge.js';
import { formatDuration, formatNumber } from '../../ui/format.js';
import { Time } from '../../ui/time.js';
import { FeedbackValue } from './feedback-section.js';
import { Answer, CalledTools, Messages } from './messages.js';
import type { RecordedSession } from './session-queries.js';
import type { Turn } from './turns.js';
import styles from './replay.module.css';

/** The line below the title: when, how long, by which models, for how many tokens. */
export function SessionSummary({ session: { entries } }: { readonly session: RecordedSession }) {
  const first = entries[0];
  const models = [...new Set(entries.map(({ model }) => model).filter((model) => model !== null))];
  const tokens = entries.reduce((sum, { usage }) => sum + (usage?.total_tokens ?? 0), 0);
  return (
    <span className={styles.summary}>
      {first !== undefined && <Time iso={first.created_at} isExact />}
      <span>{entries.length === 1 ? '1 turn' : `${entries.length} turns`}</span>
      {models.map((model) => (
        <span key={model}>{model}</span>
      ))}
      {tokens > 0 && <span>{formatNumber(tokens)} tokens</span>}
    </span>
  );
}

interface SessionConversationProps {
  readonly project: string;
  readonly session: RecordedSession;
  /** The turns shown. */
  readonly turns: readonly Turn[];
  /** Whether these are all turns, so that the outcomes follow. */
  readonly isWhole: boolean;
}

/** Turns of a session, with pauses between them, feedback and outcomes. */
export function SessionConversation({ project, session, turns, isWhole }: SessionConversationProps) {
  const last = useRef<HTMLLIElement>(null);
  const count = turns.length;
  const before = useRef(count);
  useEffect(() => {
    // Not at the start: a session opens at its top.
    if (before.current !== count) last.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
    before.current = count;
  }, [count]);
  return (
    <ol className={styles.turns}>
      {turns.map((turn, index) => (
        <li key={turn.interaction.completion_id} ref={index === count - 1 ? last : undefined} className={styles.turn}>
          <TurnView
            project={project}
            turn={turn}
            feedback={session.feedback.filter(({ completion_id: id }) => id === turn.interaction.completion_id)}
          />
        </li>
      ))}
      {isWhole && session.outcomes.length > 0 && <Outcomes outcomes={session.outcomes} />}
    </ol>
  );
}

interface TurnViewProps {
  readonly project: string;
  readonly turn: Turn;
  readonly feedback: readonly Schemas['Feedback'][];
}

function TurnView({ project, turn: { interaction, messages, pauseMs }, feedback }: TurnViewProps) {
  const { completion_id: completion, timings, called_tools: tools = [] } = interaction;
  return (
    <>
      {pauseMs !== null && <p className={styles.pause}>{formatDuration(pauseMs)} later</p>}
      <Messages messages={messages} />
      {tools.length > 0 && (
        <div className={styles.tools}>
          <CalledTools tools={tools} />
        </div>
      )}
      <Answer interaction={interaction} />
      <p className={styles.foot}>
        <Link to="/$project/interactions/$completion" params={{ project, completion }}>
          <Time iso={interaction.created_at} isExact />
        </Link>
        {timings !== null && <span>{formatDuration(timings.total_ms)}</span>}
        {feedback.map((entry) => (
          <span key={entry.id} className={styles.feedback} title={entry.details ?? undefined}>
            {entry.metric} <FeedbackValue value={entry.value} />
            {entry.reason !== null && <Badge tone="warn">{entry.reason}</Badge>}
          </span>
        ))}
      </p>
    </>
  );
}

function Outcomes({ outcomes }: { readonly outcomes: readonly Schemas['Outcome'][] }) {
  return (
    <li className={styles.outcomes} aria-label="Outcome of the session">
      <strong>Outcome</strong>
      {outcomes.map(({ id, metric, value, created_at }) => (
        <span key={id} className={styles.feedback}>
          {metric} <FeedbackValue value={value} /> <Time iso={created_at} />
        </span>
      ))}
    </li>
  );
}
