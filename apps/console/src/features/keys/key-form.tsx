import { useState } from 'react';
import { useSession } from '../../session/session.js';
import { TextField } from '../../ui/field.js';
import { Select } from '../../ui/select.js';
import { showToast } from '../../ui/toasts.js';
import { CheckGroup } from '../resource/check-group.js';
import { errorAt } from '../resource/field-errors.js';
import { FormDialog } from '../resource/form-dialog.js';
import styles from '../resource/resource.module.css';
import { useWrite } from '../resource/use-write.js';
import {
  createKeyBody,
  expiries,
  keyDraftOf,
  keyProblems,
  permissions,
  updateKeyBody,
  type Expiry,
  type KeyDraft,
} from './key-draft.js';
import { createKey, keysKey, updateKey, type ApiKey, type CreatedApiKey, type KeyOwner } from './queries.js';

/** Props of {@link KeyForm}. */
export interface KeyFormProps {
  readonly owner: KeyOwner;
  /** null for a new key. */
  readonly apiKey: ApiKey | null;
  readonly onClose: () => void;
  readonly onCreated: (key: CreatedApiKey) => void;
}

interface FieldProps {
  readonly draft: KeyDraft;
  readonly change: (changes: Partial<KeyDraft>) => void;
  readonly error: unknown;
}

interface Submission {
  readonly draft: KeyDraft;
  /** Fixed at the first attempt, so that a repeated one has the same expiry. */
  readonly now: number;
}

/** The form of an API key. */
export function KeyForm({ owner, apiKey, onClose, onCreated }: KeyFormProps) {
  const [draft, setDraft] = useState(() => keyDraftOf(apiKey));
  const [openedAt] = useState(() => Date.now());
  const change = (changes: Partial<KeyDraft>) => setDraft((old) => ({ ...old, ...changes }));
  const { mutate, isPending, error } = useWrite<Submission, CreatedApiKey>({
    send: ({ draft: sent, now }, key) =>
      apiKey === null
        ? createKey(owner, createKeyBody(sent, now), key)
        : updateKey(owner, apiKey.id, updateKeyBody(apiKey, sent, now), key),
    invalidates: keysKey(owner),
    isSecret: true,
    onDone: (stored) => {
      if (apiKey === null) return onCreated(stored);
      showToast(`Saved the key ${stored.name}.`);
      onClose();
    },
  });
  const isInvalid = Object.values(keyProblems(draft)).some((problem) => problem !== null);
  const shared = { draft, change, error };
  return (
    <FormDialog
      title={apiKey === null ? 'New key' : `Key ${apiKey.name}`}
      submitLabel={apiKey === null ? 'Create key' : 'Save'}
      onSubmit={() => mutate({ draft, now: openedAt })}
      onClose={onClose}
      isPending={isPending}
      error={error}
      fields={['name', 'permissions', 'expires_at', 'limits']}
      isDisabled={draft.name === '' || draft.permissions.length === 0 || isInvalid}
    >
      <GrantFields {...shared} />
      <ExpiryFields {...shared} />
      <LimitFields {...shared} />
    </FormDialog>
  );
}

function GrantFields({ draft, change, error }: FieldProps) {
  const { permissions: own } = useSession().key;
  const options = permissions.map((option) => ({
    ...option,
    isDisabled: !own.includes(option.id) && !draft.permissions.includes(option.id),
  }));
  return (
    <>
      <TextField
        label="Name"
        value={draft.name}
        onChange={(name) => change({ name })}
        placeholder="web shop"
        hint="Who uses it, and where"
        error={errorAt(error, 'name')}
        isRequired
        autoFocus
      />
      <CheckGroup
        label="Permissions"
        options={options}
        value={draft.permissions}
        onChange={(value) => change({ permissions: value })}
        error={errorAt(error, 'permissions')}
      />
    </>
  );
}

function ExpiryFields({ draft, change, error }: FieldProps) {
  return (
    <div className={styles.row}>
      <Select
        label="Expires"
        options={expiries}
        value={draft.expiry}
        onChange={(id) => change({ expiry: id as Expiry })}
        error={draft.expiry === 'time' ? null : errorAt(error, 'expires_at')}
      />
      {draft.expiry === 'time' && (
        <TextField
          label="Time"
          type="datetime-local"
          value={draft.expiryTime}
          onChange={(expiryTime) => change({ expiryTime })}
          error={keyProblems(draft).expiryTime ?? errorAt(error, 'expires_at')}
        />
      )}
    </div>
  );
}

const limits = [
  { id: 'requestsPerMinute', label: 'Requests a minute', param: 'limits.requests_per_minute' },
  { id: 'tokensPerMinute', label: 'Tokens a minute', param: 'limits.tokens_per_minute' },
  { id: 'concurrent', label: 'At the same time', param: 'limits.concurrent' },
] as const;

function LimitFields({ draft, change, error }: FieldProps) {
  const problems = keyProblems(draft);
  return (
    <div className={styles.row}>
      {limits.map(({ id, label, param }) => (
        <TextField
          key={id}
          label={label}
          value={draft[id]}
          onChange={(value) => change({ [id]: value })}
          placeholder="No limit"
          error={problems[id] ?? errorAt(error, param)}
        />
      ))}
    </div>
  );
}
