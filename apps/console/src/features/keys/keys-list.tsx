import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMay, useSession } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { useShortcut } from '../../ui/shortcuts.js';
import { EmptyState, ErrorNote, Loading } from '../../ui/states.js';
import { DeleteDialog } from '../resource/delete-dialog.js';
import resource from '../resource/resource.module.css';
import { CreatedKey } from './created-key.js';
import { KeyForm } from './key-form.js';
import type { KeysSearch } from './keys-search.js';
import { KeysTable } from './keys-table.js';
import {
  keyUsageQuery,
  keysKey,
  keysQuery,
  revokeKey,
  type ApiKey,
  type CreatedApiKey,
  type KeyOwner,
  type KeyUsage,
} from './queries.js';

/** Props of {@link KeysList}. */
export interface KeysListProps {
  /** Project of the view, which snippets of a new key name. */
  readonly project: string;
  readonly owner: KeyOwner;
  readonly search: KeysSearch;
  readonly change: (changes: KeysSearch) => void;
}

/** The keys of one owner, with their forms. */
export function KeysList(props: KeysListProps) {
  const { owner, change } = props;
  const mayWrite = useMay('keys');
  const { data: keys, error, refetch } = useQuery(keysQuery(owner));
  const create = () => change({ new: true });
  useShortcut('n', 'New key', create, { isEnabled: mayWrite });
  const note = <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (keys === undefined) return error === null ? <Loading label="Loading the keys" /> : note;
  const newButton = mayWrite && (
    <Button variant="primary" onPress={create}>
      <Plus aria-hidden />
      New key
    </Button>
  );
  const about =
    owner === null
      ? 'A key of the installation may use every project. EARSHOT_ADMIN_KEY is not listed.'
      : 'Give each program its own key, with the permissions that it needs.';
  return (
    <>
      {note}
      {keys.length === 0 ? (
        <EmptyState title={`No keys of ${owner === null ? 'the installation' : 'this project'} yet`} action={newButton}>
          {about}
        </EmptyState>
      ) : (
        <>
          <div className={resource.toolbar}>
            <p>{about}</p>
            {newButton}
          </div>
          <Keys {...props} keys={keys} />
        </>
      )}
      {mayWrite && <KeyDialogs {...props} keys={keys} />}
    </>
  );
}

type PartProps = KeysListProps & { readonly keys: readonly ApiKey[] };

const noUsages: ReadonlyMap<string, KeyUsage> = new Map();

function Keys({ owner, keys, change }: PartProps) {
  const { key: session } = useSession();
  const mayWrite = useMay('keys');
  const { data: usages = noUsages, error, refetch } = useQuery(keyUsageQuery(owner));
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  return (
    <>
      <ErrorNote error={error} onRetry={() => void refetch()} />
      <KeysTable
        keys={keys}
        usages={usages}
        ownId={session.id}
        {...(mayWrite && { onEdit: ({ id }: ApiKey) => change({ edit: id }), onRevoke: setRevoked })}
      />
      {revoked !== null && (
        <DeleteDialog
          noun="key"
          verb="Revoke"
          name={revoked.name}
          send={(key) => revokeKey(owner, revoked.id, key)}
          invalidates={keysKey(owner)}
          onClose={() => setRevoked(null)}
        >
          Requests with it are rejected from then on. This cannot be undone.
        </DeleteDialog>
      )}
    </>
  );
}

/** The form that the address names, and the key that was just created. */
function KeyDialogs({ project, owner, keys, search, change }: PartProps) {
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const edited = keys.find(({ id }) => id === search.edit) ?? null;
  const close = () => {
    setCreated(null);
    change({ new: undefined, edit: undefined });
  };
  if (created !== null) return <CreatedKey project={project} apiKey={created} onClose={close} />;
  if (search.new !== true && edited === null) return null;
  return <KeyForm owner={owner} apiKey={edited} onClose={close} onCreated={setCreated} />;
}
