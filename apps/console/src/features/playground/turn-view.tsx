import { useState, type ReactNode } from 'react';
import { Pencil } from 'lucide-react';
import { Button } from '../../ui/button.js';
import { AnswerView } from './answer-view.js';
import { letterOf } from './blind.js';
import { blindError } from './blind-error.js';
import { columnContinued, imagesOf, textOf, userMessage, type Message, type Turn } from './conversation.js';
import { MessageEditor } from './message-editor.js';
import { MessageImages } from './message-images.js';
import styles from './turn-view.module.css';

/** Props of {@link TurnView}. */
export interface TurnViewProps {
  readonly project: string;
  readonly turn: Turn;
  readonly number: number;
  readonly isLast: boolean;
  /** Whether models are not named before the verdict. */
  readonly isBlind: boolean;
  readonly hasTools: boolean;
  readonly isRecorded: boolean;
  readonly onRetry: (column: number) => void;
  readonly onOpenSettings: (() => void) | undefined;
  /** Sends the turn again with other messages; later turns are dropped. */
  readonly onResend: (messages: readonly Message[]) => void;
  /** The verdict, or the buttons for it. */
  readonly children: ReactNode;
}

/** One turn: what was asked, the answers, the verdict. */
export function TurnView(props: TurnViewProps) {
  const { turn, number, children } = props;
  return (
    <article className={styles.turn} aria-label={`Turn ${number}`}>
      <Messages messages={turn.messages} onResend={props.onResend} />
      <Answers {...props} />
      {children}
    </article>
  );
}

function Answers({ project, turn, isLast, isBlind, hasTools, isRecorded, onRetry, onOpenSettings }: TurnViewProps) {
  const { answers, judgement } = turn;
  const isSingle = answers.length === 1;
  const isHidden = isBlind && !isSingle && judgement === null;
  const preferred = judgement?.verdict.kind === 'preferred' ? columnContinued(turn) : null;
  const views = answers.map((answer, column) => (
    <AnswerView
      key={column}
      {...{ project, answer, isHidden, hasTools, isRecorded, onOpenSettings }}
      error={isHidden ? blindError(answer.error, answers) : answer.error}
      letter={isSingle ? null : letterOf(column)}
      isPreferred={column === preferred}
      onRetry={isLast && judgement === null ? () => onRetry(column) : undefined}
    />
  ));
  if (isSingle) return views;
  return (
    <div className={styles.answers} role="group" aria-label="Answers">
      {views}
    </div>
  );
}

function Messages({
  messages,
  onResend,
}: {
  readonly messages: readonly Message[];
  readonly onResend: (messages: readonly Message[]) => void;
}) {
  const [isEditing, setEditing] = useState(false);
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const resend = (text: string) => {
    setEditing(false);
    onResend(messages.map((message, index) => (index === at ? userMessage(text, imagesOf(message)) : message)));
  };
  return messages.map((message, index) => {
    if (index !== at) return <OtherMessage key={index} message={message} />;
    if (isEditing)
      return <MessageEditor key={index} text={textOf(message)} onSend={resend} onCancel={() => setEditing(false)} />;
    return (
      <div key={index} className={styles.message}>
        <Button variant="plain" iconOnly aria-label="Edit the message" onPress={() => setEditing(true)}>
          <Pencil aria-hidden />
        </Button>
        <div className={styles.bubble}>
          <MessageImages images={imagesOf(message)} />
          {textOf(message)}
        </div>
      </div>
    );
  });
}

/** A message that is neither the user's nor an answer, for example the result of a function. */
function OtherMessage({ message }: { readonly message: Message }) {
  const calls = (message.tool_calls ?? []).map(({ function: { name, arguments: text } }) => `${name}(${text})`);
  return (
    <div className={styles.other}>
      <span className={styles.role}>{message.role}</span>
      <MessageImages images={imagesOf(message)} />
      {[textOf(message), ...calls].filter((text) => text !== '').join('\n')}
    </div>
  );
}
