import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/states.js';
import { createMetric, metricsKey } from '../metrics/queries.js';
import { newId } from '../resource/new-id.js';
import { AddToQueue } from '../review-queues/add-to-queue.js';
import type { Turn } from './conversation.js';
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
  const missing = missingAnswer(turn);
  if (missing !== null)
    return turn.answers.length === 1 ? null : <p className={styles.counted}>Retry the {missing} answer to judge.</p>;
  if (judge.metric === null) return <NoMetric workspace={workspace} />;
  return (
    <JudgeBar
      columns={turn.answers.length}
      isEnabled={judging.open !== null}
      metric={judge.metric}
      onDecide={(verdict) => {
        judging.decide(verdict);
        focusComposer();
      }}
    />
  );
}

/**
 * Says which answer cannot be judged before it is retried: a failed one, or one that was stopped before its first
 * token.
 */
function missingAnswer({ answers }: Turn): 'failed' | 'stopped' | null {
  if (answers.some(({ status }) => status === 'failed')) return 'failed';
  const isStopped = answers.some(({ status, completionId }) => status === 'stopped' && completionId === null);
  return isStopped ? 'stopped' : null;
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
