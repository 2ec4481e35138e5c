import { History } from 'lucide-react';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/states.js';
import { userMessage } from './conversation.js';
import type { WorkspaceState } from './use-workspace.js';
import styles from './workspace.module.css';

/** Questions whose answers of the two demo models differ. */
const demoExamples = ['Which clients can I use?', 'What are you?', 'Does it work with the OpenAI client?'];
const examples = ['Why is the sky blue?', 'Write two lines about the sea.', 'Explain what a hash table is to a child.'];

/** What the view shows before the first message. */
export function EmptyConversation({
  workspace,
  focusComposer,
}: {
  readonly workspace: WorkspaceState;
  readonly focusComposer: () => void;
}) {
  const { choices, ask, conversation, restore, toolbar } = workspace;
  const count = choices.models.length;
  const other = toolbar.known.find(({ key }) => !toolbar.models.includes(key));
  const isDemo = toolbar.known.filter(({ key }) => toolbar.models.includes(key)).every((model) => model.isDemo);
  const send = (text: string) => {
    ask([userMessage(text, [])]);
    focusComposer();
  };
  return (
    <div className={styles.start}>
      <EmptyState
        title={count > 1 ? `Ask ${count} models the same` : 'Ask a model'}
        action={
          <div className={styles.examples}>
            {(isDemo ? demoExamples : examples).map((example) => (
              <Button key={example} onPress={() => send(example)}>
                {example}
              </Button>
            ))}
          </div>
        }
      >
        {count > 1
          ? `The answers stream side by side${choices.isBlind ? ', and the names are hidden until you judge' : ''}. Judge as soon as you know, also while they stream.`
          : 'Write below, or begin with one of these.'}
      </EmptyState>
      <div className={styles.examples}>
        {count === 1 && other !== undefined && (
          <Button variant="plain" onPress={() => toolbar.onModels([...toolbar.models, other.key])}>
            Compare two models side by side
          </Button>
        )}
        {conversation.previous.length > 0 && (
          <Button variant="plain" onPress={restore}>
            <History aria-hidden />
            Back to the previous conversation
          </Button>
        )}
      </div>
    </div>
  );
}
