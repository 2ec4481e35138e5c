import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../session/session.js';
import { buttonClass } from '../../ui/button.js';
import { clientSnippets } from '../../ui/client-snippets.js';
import { CodeBlock, Snippets } from '../../ui/code.js';
import { ErrorNote } from '../../ui/states.js';
import { chatModelsQuery, type ChatModel } from '../playground/queries.js';
import styles from './first-steps.module.css';

/** From a first comparison in the playground to the first interaction of a program. The view goes on by itself then. */
export function FirstSteps({ project }: { readonly project: string }) {
  const { data: models, error, refetch } = useQuery(chatModelsQuery(project, true));
  const mayChat = useMay('inference');
  const usual = models?.find(({ isDefault }) => isDefault) ?? models?.[0];
  const others = models?.filter((model) => model !== usual) ?? [];
  const compared = usual === undefined ? [] : [usual, ...others].slice(0, 2);
  return (
    <ol className={styles.steps}>
      {mayChat && models !== undefined && <TryModels {...{ project, compared }} />}
      {models === undefined && error !== null && (
        <li>
          <ErrorNote error={error} onRetry={() => void refetch()} />
        </li>
      )}
      <CreateKey project={project} />
      <li>
        <h2>Ask a model from your program</h2>
        <p>Every client of OpenAI and Anthropic works: set the address and the key.</p>
        <Snippets
          snippets={clientSnippets(window.location.origin, usual === undefined ? project : `${project}/${usual.key}`)}
        />
      </li>
      <li>
        <h2>See what was answered</h2>
        <p>This page shows your traffic as soon as the first answer has ended.</p>
        <p className={styles.waiting} role="status">
          <span className={styles.pulse} aria-hidden />
          Waiting for the first interaction
        </p>
      </li>
    </ol>
  );
}

/** A link to the playground with two models side by side, or with the only one. */
function TryModels({ project, compared }: { readonly project: string; readonly compared: readonly ChatModel[] }) {
  if (compared.length === 0)
    return (
      <li>
        <h2>Add a model</h2>
        <p>The project has no model that answers chats yet.</p>
        <Link to="/$project/models" params={{ project }} className={buttonClass('primary')}>
          Add a model
        </Link>
      </li>
    );
  const canCompare = compared.length > 1;
  return (
    <li>
      <h2>{canCompare ? 'Compare two models' : 'Try the model'}</h2>
      <p>
        {canCompare
          ? 'Ask both the same and judge which answer is better. Their names are hidden until then.'
          : 'Chat with it and judge its answers.'}
      </p>
      <Link
        to="/$project/playground"
        params={{ project }}
        search={{ models: compared.map(({ key }) => key).join(',') }}
        className={buttonClass('primary')}
      >
        {canCompare ? `Compare ${compared.map(({ name }) => name).join(' and ')}` : 'Open the playground'}
      </Link>
    </li>
  );
}

function CreateKey({ project }: { readonly project: string }) {
  const mayCreateKeys = useMay('keys');
  return (
    <li>
      <h2>Create a key</h2>
      <p>The key is what your program sends. It is shown once.</p>
      <CodeBlock text="export EARSHOT_API_KEY=<your key>" label="the variable of the key" />
      {mayCreateKeys && (
        <Link to="/$project/keys" params={{ project }} className={buttonClass()}>
          Create a key
        </Link>
      )}
    </li>
  );
}
