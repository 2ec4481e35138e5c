import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Select } from '../../ui/select.js';
import { keysQuery } from '../keys/queries.js';
import styles from './audit.module.css';
import { actions, resources, resourceWords, type AuditSearch } from './audit-search.js';

const any = { id: '', label: 'Any' };
const changeOptions = [any, ...actions.map((action) => ({ id: action, label: action }))];
const resourceOptions = [any, ...resources.map((id) => ({ id, label: resourceWords[id] }))];

/** The filter of the audit log. Each change applies at once. */
export function AuditFilters({
  project,
  search,
  onChange,
}: {
  readonly project: string;
  readonly search: AuditSearch;
  readonly onChange: (search: AuditSearch) => void;
}) {
  const { data: keys = [] } = useQuery(keysQuery(project));
  const change = (changes: AuditSearch) => onChange({ ...search, ...changes });
  return (
    <div className={styles.filters} role="group" aria-label="Filters">
      <Select
        label="Resource"
        options={resourceOptions}
        value={search.resource ?? ''}
        onChange={(id) => change({ resource: resources.find((resource) => resource === id), resource_id: undefined })}
      />
      <Select
        label="Change"
        options={changeOptions}
        value={search.action ?? ''}
        onChange={(id) => change({ action: actions.find((action) => action === id) })}
      />
      <Select
        label="Key"
        options={[any, ...keys.map(({ id, name }) => ({ id, label: name }))]}
        value={search.key_id ?? ''}
        onChange={(id) => change({ key_id: id || undefined })}
      />
      <TextField
        label="From"
        type="datetime-local"
        value={localTime(search.created_after)}
        onChange={(text) => change({ created_after: isoOf(text) })}
      />
      <TextField
        label="Before"
        type="datetime-local"
        value={localTime(search.created_before)}
        onChange={(text) => change({ created_before: isoOf(text) })}
      />
      {Object.values(search).some((value) => value !== undefined) && (
        <Button variant="plain" onPress={() => onChange({})}>
          Clear
        </Button>
      )}
    </div>
  );
}

const minuteMs = 60_000;

function localTime(iso: string | undefined): string {
  if (iso === undefined) return '';
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * minuteMs).toISOString().slice(0, 16);
}

function isoOf(text: string): string | undefined {
  return Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString();
}
