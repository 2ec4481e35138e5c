import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useMay, useSession } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { useShortcut } from '../../ui/shortcuts.js';
import { EmptyState, ErrorNote, Loading } from '../../ui/states.js';
import { DeleteDialog } from '../resource/delete-dialog.js';
import { CreatedKey } from './created-key.js';
import { KeyForm } from './key-form.js';
import type { KeysSearch } from './keys-search.js';
import { KeysTable } from './keys-table.js';
import { keysKey, keysQuery, revokeKey, type ApiKey, type CreatedApiKey } from './queries.js';
import { Usage } from './usage.js';

const route = getRouteApi('/shell/$project/keys');

/** API keys of the project, and its usage. */
export function KeysPage() {
  const { project } = route.useParams();
  const navigate = route.useNavigate();
  const change = (search: KeysSearch) => void navigate({ search });
  const mayWrite = useMay('keys');
  const { data: keys, error, refetch } = useQuery(keysQuery(project));
  useShortcut('n', 'New key', () => change({ new: true }), { isEnabled: mayWrite });
  const newButton = mayWrite && (
    <Button variant="primary" onPress={() => change({ new: true })}>
      <Plus aria-hidden />
      New key
    </Button>
  );
  return (
    <Page
      title="Keys"
      description="What may use the project, and how much."
      actions={keys !== undefined && keys.length > 0 && newButton}
    >
      {error !== null && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {keys === undefined && error === null && <Loading label="Loading the keys" />}
      {keys?.length === 0 && (
        <EmptyState title="No keys of this project yet" action={newButton}>
          Give each program its own key, with the permissions that it needs. Keys of the installation are not listed.
        </EmptyState>
      )}
      {keys !== undefined && keys.length > 0 && <KeysList project={project} keys={keys} change={change} />}
      <Usage project={project} />
      {keys !== undefined && mayWrite && <KeyDialogs project={project} keys={keys} change={change} />}
    </Page>
  );
}

interface PartProps {
  readonly project: string;
  readonly keys: readonly ApiKey[];
  readonly change: (search: KeysSearch) => void;
}

function KeysList({ project, keys, change }: PartProps) {
  const { key: session } = useSession();
  const mayWrite = useMay('keys');
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  return (
    <>
      <KeysTable
        keys={keys}
        ownId={session.id}
        {...(mayWrite && { onEdit: ({ id }: ApiKey) => change({ edit: id }), onRevoke: setRevoked })}
      />
      {revoked !== null && (
        <DeleteDialog
          noun="key"
          verb="Revoke"
          name={revoked.name}
          send={(key) => revokeKey(project, revoked.id, key)}
          invalidates={keysKey(project)}
          onClose={() => setRevoked(null)}
        >
          Requests with it are rejected from then on. This cannot be undone.
        </DeleteDialog>
      )}
    </>
  );
}

/** The form that the address names, and the key that was just created. */
function KeyDialogs({ project, keys, change }: PartProps) {
  const search = route.useSearch();
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const edited = keys.find(({ id }) => id === search.edit) ?? null;
  const close = () => {
    setCreated(null);
    change({});
  };
  if (created !== null) return <CreatedKey project={project} apiKey={created} onClose={close} />;
  if (search.new !== true && edited === null) return null;
  return <KeyForm project={project} apiKey={edited} onClose={close} onCreated={setCreated} />;
}
