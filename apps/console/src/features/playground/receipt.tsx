import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/states.js';
import { letterOf } from './blind.js';
import { campaignsThatCount, standingsOf, warmupWords, type Standing } from './campaigns.js';
import { columnContinued, type Judgement, type Turn } from './conversation.js';
import { pairsOf } from './judgement.js';
import { NextCampaign } from './next-campaign.js';
import { campaignsAtQuery, reportQuery } from './queries.js';
import { verdictWords } from './verdict-words.js';
import styles from './judge-bar.module.css';

/** Props of {@link Receipt}. */
export interface ReceiptProps {
  readonly project: string;
  readonly turn: Turn;
  readonly judgement: Judgement;
  /** Absent for earlier turns. */
  readonly actions?: {
    readonly onRetry: () => void;
    readonly onUndo: () => void;
    readonly onNext: () => void;
  };
}

/** What was decided, that it is stored, and where it counts. */
export function Receipt({ project, turn, judgement, actions }: ReceiptProps) {
  const { stored, error, verdict, columns } = judgement;
  if (error !== null) return <ErrorNote error={error} onRetry={actions?.onRetry} />;
  const models = turn.answers.map(({ model }) => model);
  return (
    <div className={styles.receipt} role="status">
      <div className={styles.words}>
        <span className={styles.verdict}>{verdictWords(verdict, models, columns)}</span>
        {stored === null ? (
          <span className={styles.counted}>Storing</span>
        ) : (
          <Counted {...{ project, judgement, models }} />
        )}
        {actions !== undefined && models.length > 1 && (
          <span className={styles.counted}>
            The next message continues from answer {letterOf(columnContinued(turn))} for all models.
          </span>
        )}
      </div>
      {actions !== undefined && (
        <div className={styles.actions}>
          <Button variant="plain" onPress={actions.onUndo} isDisabled={stored === null}>
            Undo <kbd aria-hidden>u</kbd>
          </Button>
          <Button onPress={actions.onNext}>
            Next <kbd aria-hidden>n</kbd>
          </Button>
        </div>
      )}
    </div>
  );
}

interface CountedProps {
  readonly project: string;
  readonly judgement: Judgement;
  /** Of all answers, in the order of their columns. */
  readonly models: readonly string[];
}

function Counted({ project, judgement, models: all }: CountedProps) {
  const { verdict, columns } = judgement;
  const models = columns.map((column) => all[column] as string);
  const isRead = useMay('read') && models.length > 1;
  const { data: campaigns } = useQuery({ ...campaignsAtQuery(project, judgement.id), enabled: isRead });
  if (models.length === 1) return <span className={styles.counted}>Stored as feedback under {judgement.metric}.</span>;
  const pairs = pairsOf(verdict, columns).map((pair) => [all[pair.preferred], all[pair.other]] as [string, string]);
  const counting = campaignsThatCount(campaigns ?? [], judgement.metric, pairs);
  if (counting.length > 0)
    return counting.map(({ key }) => (
      <CountedIn key={key} project={project} campaign={key} models={models} judgement={judgement.id} />
    ));
  return (
    <>
      <span className={styles.counted}>Stored under {judgement.metric}.</span>
      {campaigns !== undefined && <NextCampaign {...{ project, models }} metric={judgement.metric} pairs={pairs} />}
    </>
  );
}

function CountedIn({
  project,
  campaign,
  models,
  judgement,
}: {
  readonly project: string;
  readonly campaign: string;
  readonly models: readonly string[];
  readonly judgement: string;
}) {
  const { data: report } = useQuery(reportQuery(project, campaign, judgement));
  const standings = report === undefined ? [] : standingsOf(report, models);
  return (
    <span className={styles.counted}>
      Stored. Counted in campaign{' '}
      <Link to="/$project/campaigns/$campaign" params={{ project, campaign }}>
        {campaign}
      </Link>
      {standings.length > 0 && `: ${standings.map(standingWords).join('; ')}`}.
      {report !== undefined && ` ${warmupWords(report) ?? ''}`}
    </span>
  );
}

function standingWords({ model, wins, losses, ties }: Standing): string {
  return `${model} ${wins} won, ${losses} lost, ${ties} tied`;
}
