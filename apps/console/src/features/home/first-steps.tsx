import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../session/session.js';
import { buttonClass } from '../../ui/button.js';
import { chatSnippets } from '../../ui/chat-snippets.js';
import { CodeBlock, Snippets } from '../../ui/code.js';
import { modelsQuery } from '../interactions/queries.js';
import styles from './first-steps.module.css';

/** Three steps to the first interaction. The view goes on by itself when it arrives. */
export function FirstSteps({ project }: { readonly project: string }) {
  const { data: models } = useQuery(modelsQuery(project));
  const mayCreateKeys = useMay('keys');
  const usual = models?.find(({ default: isDefault }) => isDefault) ?? models?.[0];
  const model = usual === undefined ? project : `${project}/${usual.key}`;
  return (
    <ol className={styles.steps}>
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
      <li>
        <h2>Ask a model</h2>
        {models?.length === 0 ? (
          <p>
            The project has no model yet. <AddModel project={project} />
          </p>
        ) : (
          <p>Every client of OpenAI works: set the address and the key.</p>
        )}
        <Snippets
          snippets={chatSnippets(window.location.origin, { model, messages: [{ role: 'user', content: 'Hello' }] })}
        />
      </li>
      <li>
        <h2>See what was answered</h2>
        <p>This page shows your traffic as soon as the first answer has ended.</p>
        <p className={styles.waiting} role="status">
          <span className={styles.pulse} aria-hidden />
          Waiting for the first interaction
        </p>
        <Link to="/$project/playground" params={{ project }} className={buttonClass('primary')}>
          Or try it in the playground
        </Link>
      </li>
    </ol>
  );
}

function AddModel({ project }: { readonly project: string }) {
  return (
    <Link to="/$project/models" params={{ project }}>
      Add one.
    </Link>
  );
}
