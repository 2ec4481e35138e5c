import { Button } from '../../ui/button.js';
import { clientSnippets } from '../../ui/client-snippets.js';
import { CodeBlock, Snippets } from '../../ui/code.js';
import { Dialog } from '../../ui/dialog.js';
import styles from './keys.module.css';
import type { CreatedApiKey } from './queries.js';

/** Shows a new key, once. Only the button closes it, so that a stray press does not lose the key. */
export function CreatedKey({
  project,
  apiKey,
  onClose,
}: {
  readonly project: string;
  readonly apiKey: CreatedApiKey;
  readonly onClose: () => void;
}) {
  const footer = (
    <Button variant="primary" onPress={onClose}>
      I have stored the key
    </Button>
  );
  return (
    <Dialog title={`Key ${apiKey.name}`} isOpen onClose={() => undefined} footer={footer}>
      <p>Copy the key now. It is not shown again.</p>
      <CodeBlock text={apiKey.api_key ?? ''} label="new key" />
      {apiKey.permissions.includes('inference') && (
        <div className={styles.snippets}>
          <h3>First request</h3>
          <Snippets snippets={clientSnippets(window.location.origin, project)} />
        </div>
      )}
    </Dialog>
  );
}
