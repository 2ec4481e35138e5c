import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { ArrowUpRight, RotateCcw } from 'lucide-react';
import { ApiError } from '../../api/api-error.js';
import { Badge } from '../../ui/badge.js';
import { Button, buttonClass } from '../../ui/button.js';
import { CopyButton } from '../../ui/code.js';
import { Markdown } from '../../ui/markdown.js';
import { Reasoning } from '../../ui/reasoning.js';
import { ErrorNote } from '../../ui/states.js';
import { isRunning, type Answer } from './answer.js';
import { AnswerFigures } from './answer-figures.js';
import { CalledTools } from './called-tools.js';
import styles from './answer-view.module.css';

/** Props of {@link AnswerView}. */
export interface AnswerViewProps {
  readonly project: string;
  readonly answer: Answer;
  /** `A`, `B`, ... beside other answers; null for a single one. */
  readonly letter: string | null;
  /** What is shown of the answer's error. */
  readonly error: Error | null;
  /** Whether the model is not named yet. */
  readonly isHidden: boolean;
  readonly isPreferred: boolean;
  /** Whether tools of the project were offered, so that their calls are looked up. */
  readonly hasTools: boolean;
  /** Whether there is a record of the answer that the key may read. */
  readonly isRecorded: boolean;
  readonly onOpenSettings: (() => void) | undefined;
  /** Starts the answer again; absent for earlier turns. */
  readonly onRetry?: () => void;
}

/** One answer: who gave it, its text, its figures. */
export function AnswerView(props: AnswerViewProps) {
  const { answer, letter, error, isHidden, isPreferred, project } = props;
  const classes = [styles.answer, letter !== null && styles.column, isPreferred && styles.preferred];
  const name = isHidden ? 'Hidden until you judge' : nameOf(answer, project);
  return (
    <div
      className={classes.filter(Boolean).join(' ')}
      role="group"
      aria-label={letter === null ? 'Answer' : `Answer ${letter}`}
    >
      <header className={styles.header}>
        {letter !== null && <span className={styles.letter}>{letter}</span>}
        <span className={isHidden ? styles.hidden : styles.name}>{name}</span>
        <AnswerStatus answer={answer} isPreferred={isPreferred} />
      </header>
      <div className={styles.body} aria-busy={isRunning(answer)}>
        <Reasoning text={answer.reasoning} isOpen={isRunning(answer) && answer.text === ''} />
        <AnswerText answer={answer} />
        <Calls answer={answer} />
        {props.hasTools && props.isRecorded && <CalledTools project={project} answer={answer} />}
        <ErrorNote error={error} onRetry={props.onRetry} />
        {isAboutSettings(error) && props.onOpenSettings !== undefined && props.onRetry !== undefined && (
          <div>
            <Button onPress={props.onOpenSettings}>Open the settings</Button>
          </div>
        )}
      </div>
      <AnswerFooter {...props} />
    </div>
  );
}

/** Whether the request has a field that must be changed, other than its messages and model. */
function isAboutSettings(error: Error | null): boolean {
  return error instanceof ApiError && error.param !== null && !/^(messages|model)\b/.test(error.param);
}

function nameOf({ model, answeredBy }: Answer, project: string): string {
  const asked = `${project}/${model}`;
  if (answeredBy === null || answeredBy === asked) return model === '' ? 'Earlier answer' : model;
  return model === '' ? answeredBy : `${answeredBy}, in place of ${model}`;
}

function AnswerStatus({ answer, isPreferred }: { readonly answer: Answer; readonly isPreferred: boolean }): ReactNode {
  if (isPreferred) return <Badge tone="accent">Preferred</Badge>;
  if (answer.status === 'waiting') return <Badge>Waiting</Badge>;
  if (answer.status === 'streaming') return <Badge>Streaming</Badge>;
  if (answer.status === 'stopped') return <Badge tone="warn">Stopped</Badge>;
  if (answer.status === 'failed') return <Badge tone="bad">Failed</Badge>;
  const reason = answer.finishReason;
  return reason !== null && reason !== 'stop' && <Badge tone="warn">Ended: {reason.replace('_', ' ')}</Badge>;
}

function AnswerText({ answer }: { readonly answer: Answer }) {
  const { text, status } = answer;
  if (status === 'waiting') return <span className={styles.caret} role="status" aria-label="Waiting for the answer" />;
  if (text === '' && status === 'done' && answer.calls.length === 0)
    return <p className={styles.empty}>The model answered with no text.</p>;
  return <Markdown text={text} isRunning={isRunning(answer)} />;
}

function Calls({ answer }: { readonly answer: Answer }) {
  return answer.calls.map(({ id, name, arguments: text }) => (
    <div key={id} className={styles.call}>
      Calls your function <code>{name}</code>
      <pre tabIndex={0}>{text}</pre>
    </div>
  ));
}

function AnswerFooter({ project, answer, isHidden, isRecorded, onRetry }: AnswerViewProps) {
  if (answer.status === 'waiting') return null;
  return (
    <footer className={styles.footer}>
      {isHidden ? <span>Figures appear with the names.</span> : <AnswerFigures answer={answer} />}
      <span className={styles.actions}>
        {answer.text !== '' && <CopyButton text={answer.text} label="Copy the answer" />}
        {onRetry !== undefined && !isRunning(answer) && answer.status !== 'failed' && (
          <Button variant="plain" iconOnly aria-label="Retry" onPress={onRetry}>
            <RotateCcw aria-hidden />
          </Button>
        )}
        {isRecorded && !isHidden && answer.completionId !== null && !isRunning(answer) && (
          <Link
            to="/$project/interactions/$completion"
            params={{ project, completion: answer.completionId }}
            className={buttonClass('plain', true)}
            aria-label="Open the interaction"
          >
            <ArrowUpRight aria-hidden />
          </Link>
        )}
      </span>
    </footer>
  );
}
