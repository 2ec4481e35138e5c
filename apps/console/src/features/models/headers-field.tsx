import { Plus, X } from 'lucide-react';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import resource from '../resource/resource.module.css';
import styles from './models.module.css';
import type { HeaderDraft } from './tool-draft.js';

/** Headers of each call of a tool. Stored values are never shown, so they are kept or replaced together. */
export function HeadersField({
  value,
  stored,
  onChange,
  error,
}: {
  /** null keeps the stored headers. */
  readonly value: readonly HeaderDraft[] | null;
  readonly stored: readonly string[];
  readonly onChange: (headers: readonly HeaderDraft[] | null) => void;
  readonly error: string | null;
}) {
  const change = (at: number, part: Partial<HeaderDraft>) =>
    onChange((value ?? []).map((header, index) => (index === at ? { ...header, ...part } : header)));
  return (
    <fieldset className={resource.checks}>
      <legend className={resource.label}>Headers</legend>
      <div className={styles.headers}>
        {value === null ? (
          <StoredHeaders names={stored} onReplace={() => onChange([{ name: '', value: '' }])} />
        ) : (
          <>
            {value.map((header, index) => (
              <HeaderRow
                key={index}
                place={index + 1}
                header={header}
                onChange={(part) => change(index, part)}
                onRemove={() => onChange(value.filter((_header, at) => at !== index))}
              />
            ))}
            <HeaderButtons value={value} stored={stored} onChange={onChange} />
          </>
        )}
      </div>
      {error !== null && (
        <span className={resource.error} role="alert">
          {error}
        </span>
      )}
    </fieldset>
  );
}

function HeaderRow({
  place,
  header,
  onChange,
  onRemove,
}: {
  readonly place: number;
  readonly header: HeaderDraft;
  readonly onChange: (part: Partial<HeaderDraft>) => void;
  readonly onRemove: () => void;
}) {
  return (
    <div className={styles.header}>
      <TextField
        label={`Name of header ${place}`}
        hideLabel
        value={header.name}
        onChange={(name) => onChange({ name })}
        placeholder="authorization"
        mono
      />
      <TextField
        label={`Value of header ${place}`}
        hideLabel
        type="password"
        value={header.value}
        onChange={(text) => onChange({ value: text })}
        placeholder="Encrypted, and never shown again"
        mono
      />
      <Button variant="plain" iconOnly aria-label={`Remove header ${place}`} onPress={onRemove}>
        <X aria-hidden />
      </Button>
    </div>
  );
}

function HeaderButtons({
  value,
  stored,
  onChange,
}: {
  readonly value: readonly HeaderDraft[];
  readonly stored: readonly string[];
  readonly onChange: (headers: readonly HeaderDraft[] | null) => void;
}) {
  return (
    <div className={styles.buttons}>
      <Button onPress={() => onChange([...value, { name: '', value: '' }])}>
        <Plus aria-hidden />
        Add a header
      </Button>
      {stored.length > 0 && <Button onPress={() => onChange(null)}>Keep the stored ones</Button>}
    </div>
  );
}

function StoredHeaders({ names, onReplace }: { readonly names: readonly string[]; readonly onReplace: () => void }) {
  return (
    <div className={styles.buttons}>
      <span className={resource.hint}>
        Stored: <code>{names.join(', ')}</code>
      </span>
      <Button onPress={onReplace}>Replace</Button>
    </div>
  );
}
