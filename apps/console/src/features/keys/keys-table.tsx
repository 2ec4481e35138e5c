import { Pencil, Trash2 } from 'lucide-react';
import { Badge } from '../../ui/badge.js';
import { formatNumber } from '../../ui/format.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { NameCell } from '../resource/name-cell.js';
import resource from '../resource/resource.module.css';
import { RowActions } from '../resource/row-actions.js';
import styles from './keys.module.css';
import { usageDays, type ApiKey, type KeyUsage } from './queries.js';

/** Props of {@link KeysTable}. */
export interface KeysTableProps {
  readonly keys: readonly ApiKey[];
  /** By the id of the key; empty while it is read. */
  readonly usages: ReadonlyMap<string, KeyUsage>;
  /** Id of the key of the session, which cannot change itself. */
  readonly ownId: string | null;
  readonly onEdit?: (key: ApiKey) => void;
  readonly onRevoke?: (key: ApiKey) => void;
}

/** The API keys of a project. */
export function KeysTable({ keys, usages, ownId, onEdit, onRevoke }: KeysTableProps) {
  const editOf = (key: ApiKey) => (onEdit === undefined || key.id === ownId ? undefined : () => onEdit(key));
  return (
    <Table
      label="Keys"
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          header: 'Key',
          cell: (key) => (
            <NameCell name={key.name} badge={<State apiKey={key} isOwn={key.id === ownId} />} onPress={editOf(key)} />
          ),
        },
        { id: 'permissions', header: 'Permissions', cell: permissionsOf },
        {
          id: 'limits',
          header: 'Limits',
          cell: ({ id, limits }) => <Limits limits={limits} now={usages.get(id)?.limits ?? null} />,
        },
        {
          id: 'requests',
          header: `Requests, ${usageDays} days`,
          isNumber: true,
          cell: ({ id }) => countOf(usages.get(id)?.requests),
        },
        {
          id: 'tokens',
          header: `Tokens, ${usageDays} days`,
          isNumber: true,
          cell: ({ id }) => countOf(usages.get(id)?.tokens),
        },
        { id: 'expires', header: 'Expires', isNumber: true, cell: ({ expires_at }) => timeOr(expires_at, 'Never') },
        { id: 'used', header: 'Last used', isNumber: true, cell: ({ last_used_at }) => timeOr(last_used_at, 'Never') },
        {
          id: 'actions',
          header: 'Actions',
          isNumber: true,
          cell: (key) => <RowActions name={key.name} others={actionsOf(key, editOf(key), onRevoke)} />,
        },
      ]}
    />
  );
}

function actionsOf(key: ApiKey, edit: (() => void) | undefined, revoke: ((key: ApiKey) => void) | undefined) {
  return [
    ...(edit ? [{ id: 'edit', label: 'Edit', icon: <Pencil aria-hidden />, onAction: edit }] : []),
    ...(revoke
      ? [
          {
            id: 'revoke',
            label: 'Revoke',
            icon: <Trash2 aria-hidden />,
            isDanger: true,
            onAction: () => revoke(key),
          },
        ]
      : []),
  ];
}

function State({ apiKey, isOwn }: { readonly apiKey: ApiKey; readonly isOwn: boolean }) {
  if (hasPassed(apiKey.expires_at)) return <Badge tone="bad">Expired</Badge>;
  return isOwn ? <Badge tone="accent">This session</Badge> : null;
}

function hasPassed(iso: string | null): boolean {
  return iso !== null && Date.parse(iso) < Date.now();
}

function permissionsOf({ permissions }: ApiKey) {
  return (
    <div className={resource.badges}>
      {permissions.map((name) => (
        <Badge key={name}>{name}</Badge>
      ))}
    </div>
  );
}

function Limits({ limits, now }: { readonly limits: ApiKey['limits']; readonly now: KeyUsage['limits'] }) {
  const { requests_per_minute, tokens_per_minute, concurrent } = limits ?? {};
  const lines = [
    limitLine(requests_per_minute, now?.requests_per_minute, 'requests/min'),
    limitLine(tokens_per_minute, now?.tokens_per_minute, 'tokens/min'),
    limitLine(concurrent, now?.concurrent, 'at a time'),
  ].filter((line) => line !== undefined);
  if (lines.length === 0) return <span className={resource.muted}>None</span>;
  return (
    <ul className={styles.limits}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function limitLine(limit: number | undefined, now: { readonly used: number } | undefined, unit: string) {
  if (limit === undefined) return undefined;
  const line = `${formatNumber(limit)} ${unit}`;
  return now === undefined ? line : `${formatNumber(now.used)} of ${line}`;
}

function countOf(count: number | undefined) {
  return count === undefined ? <span className={resource.muted}>…</span> : formatNumber(count);
}

function timeOr(iso: string | null, word: string) {
  return iso === null ? <span className={resource.muted}>{word}</span> : <Time iso={iso} />;
}
