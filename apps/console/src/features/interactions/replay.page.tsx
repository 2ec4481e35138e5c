import { useCallback, useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { Button, buttonClass } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { useShortcut } from '../../ui/shortcuts.js';
import { EmptyState, ErrorNote, Loading } from '../../ui/states.js';
import { stepTurn } from './replay.js';
import { SessionConversation, SessionSummary } from './session-view.js';
import { sessionReplayQuery } from './session-queries.js';
import { buildTurns } from './turns.js';
import styles from './replay.module.css';

const from = '/shell/$project/sessions/$session' as const;

/** A session as one conversation, which can be played turn by turn. */
export function ReplayPage() {
  const { project, session } = useParams({ from });
  const { turn } = useSearch({ from });
  const { data, error, refetch } = useQuery(sessionReplayQuery(project, session));
  if (data === undefined)
    return (
      <Page title="Session">
        {error === null ? <Loading lines={10} /> : <ErrorNote error={error} onRetry={() => void refetch()} />}
      </Page>
    );
  const turns = buildTurns(data.entries);
  if (turns.length === 0)
    return (
      <Page title="Session">
        <EmptyState title="No interactions in this session">
          They were erased or have expired, or the project has no such session.
        </EmptyState>
      </Page>
    );
  const shown = turn === undefined ? turns : turns.slice(0, turn);
  return (
    <Page
      title="Session"
      description={<SessionSummary session={data} />}
      actions={
        <Link
          to="/$project/interactions"
          params={{ project }}
          search={{ session_id: session }}
          className={buttonClass()}
        >
          Show as a list
        </Link>
      }
    >
      <Controls turn={turn} total={turns.length} />
      <SessionConversation project={project} session={data} turns={shown} isWhole={shown.length === turns.length} />
    </Page>
  );
}

function positionWords(turn: number | undefined, total: number): string {
  if (turn !== undefined && turn <= total) return `Turn ${turn} of ${total}`;
  return total === 1 ? '1 turn' : `All ${total} turns`;
}

/** Time that each turn is shown while the session is played. */
const playedTurnMs = 1_500;

function Controls({ turn, total }: { readonly turn: number | undefined; readonly total: number }) {
  const navigate = useNavigate({ from: '/$project/sessions/$session' });
  const [isPlaying, setPlaying] = useState(false);
  const go = useCallback(
    (next: number | undefined) =>
      void navigate({ search: next === undefined ? {} : { turn: next }, replace: true, resetScroll: false }),
    [navigate],
  );
  const step = (by: 1 | -1) => {
    setPlaying(false);
    go(stepTurn(turn, by, total));
  };
  const play = () => {
    if (!isPlaying && turn === undefined) go(1);
    setPlaying(!isPlaying);
  };
  useShortcut('left', 'Previous turn', () => step(-1));
  useShortcut('right', 'Next turn', () => step(1));
  useShortcut('p', 'Play the session', play);
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => {
      const next = stepTurn(turn, 1, total);
      go(next);
      if (next === undefined) setPlaying(false);
    }, playedTurnMs);
    return () => clearTimeout(timer);
  }, [isPlaying, turn, total, go]);
  return (
    <div className={styles.controls} role="group" aria-label="Replay">
      <Button iconOnly aria-label="Previous turn" onPress={() => step(-1)} isDisabled={turn === 1}>
        <ChevronLeft aria-hidden />
      </Button>
      <Button iconOnly aria-label="Next turn" onPress={() => step(1)}>
        <ChevronRight aria-hidden />
      </Button>
      <Button onPress={play}>
        {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
        {isPlaying ? 'Pause' : 'Play'}
      </Button>
      <span className={styles.position} role="status">
        {positionWords(turn, total)}
      </span>
      {turn !== undefined && (
        <Button variant="plain" onPress={() => go(undefined)}>
          Show all
        </Button>
      )}
    </div>
  );
}
