import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/states.js';
import { createMetric, metricsKey } from '../metrics/queries.js';
import { newId } from '../resource/new-id.js';
import { AddToQueue } from '../review-queues/add-to-queue.js';
import { letterOf } from './blind.js';
import { hasChoice, judgedColumns, type Turn } from './conversation.js';
import { JudgeBar } from './judge-bar.js';
import { Receipt } from './receipt.js';
import type { WorkspaceState } from './use-workspace.js';
import styles from './judge-bar.module.css';

/** Key of the metric that the view offers to create. */
const firstMetric = 'helpful';

/** Props of {@link Verdict}. */
export interface VerdictProps {
  readonly workspace: WorkspaceState;
  readonly turn: Turn;
  readonly isLast: boolean;
  readonly next: () => void;
  readonly focusComposer: () => void;
}

/** The verdict of a turn or the buttons for it, and a button to ask again after other models were chosen. */
export function Verdict(props: VerdictProps) {
  const { workspace, turn, isLast, focusComposer } = props;
  const { choices, hasOtherModels, askAgain, conversation } = workspace;
  const count = choices.models.length;
  return (
    <>
      <Judgement {...props} />
      {isLast && !conversation.isRunning && (
        <div className={styles.actions}>
          {hasOtherModels && (
            <Button
              onPress={() => {
                askAgain();
                focusComposer();
              }}
            >
              <RotateCcw aria-hidden />
              {count > 1 ? `Ask the ${count} chosen models this` : `Ask ${choices.models[0]?.name} this`}
            </Button>
          )}
          <ForReview project={workspace.project} turn={turn} />
        </div>
      )}
    </>
  );
}

/** Lets other people judge one or two recorded answers. */
function ForReview({ project, turn }: { readonly project: string; readonly turn: Turn }) {
  const completions = turn.answers.flatMap(({ completionId, status }) =>
    completionId === null || status === 'failed' ? [] : [completionId],
  );
  if (!turn.isRecorded || completions.length !== turn.answers.length || completions.length > 2) return null;
  return <AddToQueue project={project} completions={completions} />;
}

function Judgement({ workspace, turn, isLast, next, focusComposer }: VerdictProps) {
  const { project, judge, judging } = workspace;
  const { judgement } = turn;
  if (judgement !== null)
    return (
      <Receipt
        {...{ project, turn, judgement }}
        actions={
          isLast
            ? {
                onRetry: () => judging.retry(turn),
                onUndo: () => {
                  judging.undo();
                  focusComposer();
                },
                onNext: next,
              }
            : undefined
        }
      />
    );
  if (!isLast || !judge.mayJudge) return null;
  if (!turn.isRecorded) return <p className={styles.counted}>Not recorded, so it cannot be judged.</p>;
  if (!hasChoice(turn)) return turn.answers.length === 1 ? null : <NoChoice workspace={workspace} />;
  if (judge.metric === null) return <NoMetric workspace={workspace} />;
  return (
    <>
      <LeftOut turn={turn} />
      <JudgeBar
        columns={judgedColumns(turn)}
        isEnabled={judging.open !== null}
        metric={judge.metric}
        onDecide={(verdict) => {
          judging.decide(verdict);
          focusComposer();
        }}
      />
    </>
  );
}

function NoChoice({ workspace: { choices } }: { readonly workspace: WorkspaceState }) {
  return (
    <p className={styles.counted}>
      Nothing to judge: fewer than two models answered. Retry a failed answer
      {choices.isBlind && ', or turn off Blind to see the reason'}.
    </p>
  );
}

/** Says which answers the verdict is not about. */
function LeftOut({ turn }: { readonly turn: Turn }) {
  const judged = judgedColumns(turn);
  const letters = turn.answers.flatMap((_, column) => (judged.includes(column) ? [] : [letterOf(column)]));
  if (letters.length === 0) return null;
  return (
    <p className={styles.counted}>
      Not judged: {letters.join(', ')}. {letters.length === 1 ? 'It' : 'Each'} takes part once a retry answers.
    </p>
  );
}

function NoMetric({ workspace: { project, judge, choices } }: { readonly workspace: WorkspaceState }) {
  const queries = useQueryClient();
  const creation = useMutation({
    mutationFn: () => createMetric(project, { key: firstMetric, name: firstMetric, kind: 'bool' }, newId()),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: metricsKey(project) });
      choices.change({ metric: firstMetric });
    },
  });
  return (
    <div className={styles.receipt}>
      <span className={styles.words}>Judging needs a metric of the kind “bool”. The project has none.</span>
      {judge.mayCreate && (
        <Button onPress={() => creation.mutate()} isPending={creation.isPending}>
          Create the metric “{firstMetric}”
        </Button>
      )}
      <ErrorNote error={creation.error} />
    </div>
  );
}
