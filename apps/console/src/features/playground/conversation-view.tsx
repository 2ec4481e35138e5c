import { useStickToEnd } from './use-stick-to-end.js';
import { EmptyConversation } from './empty-conversation.js';
import { TurnView } from './turn-view.js';
import type { WorkspaceState } from './use-workspace.js';
import { Verdict } from './verdict.js';
import styles from './workspace.module.css';

/** Props of {@link ConversationView}. */
export interface ConversationViewProps {
  readonly workspace: WorkspaceState;
  readonly next: () => void;
  readonly focusComposer: () => void;
  /** Absent while they are open. */
  readonly openSettings: (() => void) | undefined;
}

/** All turns of the conversation. */
export function ConversationView({ workspace, next, focusComposer, openSettings }: ConversationViewProps) {
  const { project, choices, conversation, settings, ask, retry } = workspace;
  const { turns } = conversation;
  const { notes } = workspace;
  const scroller = useStickToEnd(turns.length);
  return (
    <div ref={scroller} className={styles.scroller} role="region" aria-label="Conversation" tabIndex={0}>
      <div className={styles.turns}>
        {turns.length === 0 && <EmptyConversation workspace={workspace} focusComposer={focusComposer} />}
        {notes.length > 0 && (
          <ul className={styles.notes} aria-label="Not taken from the interaction">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        {turns.map((turn, index) => (
          <TurnView
            key={turn.id}
            project={project}
            turn={turn}
            number={index + 1}
            isLast={index === turns.length - 1}
            isBlind={choices.isBlind}
            hasTools={settings.tools !== null}
            isRecorded={turn.isRecorded}
            onOpenSettings={openSettings}
            onRetry={(column) => {
              retry(column);
              focusComposer();
            }}
            onResend={(messages) => {
              ask(messages, index);
              focusComposer();
            }}
          >
            <Verdict {...{ workspace, turn, next, focusComposer }} isLast={index === turns.length - 1} />
          </TurnView>
        ))}
      </div>
    </div>
  );
}
