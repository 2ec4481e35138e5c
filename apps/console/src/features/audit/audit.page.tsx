import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { formatNumber } from '../../ui/format.js';
import { ListEnd } from '../../ui/list-end.js';
import { Page } from '../../ui/page.js';
import { EmptyState, ErrorNote, Loading } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { AuditFilters } from './audit-filters.js';
import styles from './audit.module.css';
import { resourceWords, type AuditSearch } from './audit-search.js';
import { ChangesCell } from './changes-cell.js';
import { nameIn } from './names.js';
import { auditQuery, untilEntry, type AuditEntry } from './queries.js';
import { useNames } from './use-names.js';

const route = getRouteApi('/shell/$project/audit');

/** Who changed what in the project. */
export function AuditPage() {
  const { project } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: AuditSearch) => void navigate({ search: next });
  const log = useInfiniteQuery(auditQuery(project, search));
  const entries = log.data?.pages.flatMap(({ data }) => data);
  const last = entries?.at(-1);
  const isCut = !log.hasNextPage && log.data?.pages.at(-1)?.next_cursor !== null;
  const retry = () => void (log.isFetchNextPageError ? log.fetchNextPage() : log.refetch());
  return (
    <Page title="Audit" description="Who created, changed and deleted what, the newest first. Entries never change.">
      <AuditFilters project={project} search={search} onChange={change} />
      {entries === undefined && log.error === null && <Loading label="Loading the audit log" />}
      {entries?.length === 0 && (
        <EmptyState title="No changes">
          Each change of a resource through the interface has an entry here. Loosen the filter, or change something.
        </EmptyState>
      )}
      {entries !== undefined && entries.length > 0 && <AuditTable {...{ project, entries }} onFilter={change} />}
      <ErrorNote error={log.error} onRetry={retry} />
      {log.hasNextPage && log.error === null && (
        <ListEnd key={entries?.length} label="Older changes" onReach={() => void log.fetchNextPage()} />
      )}
      {last !== undefined && isCut && (
        <p className={styles.more}>
          {`The table ends after ${formatNumber(entries?.length ?? 0)} changes. `}
          <Button onPress={() => change({ ...search, created_before: untilEntry(last) })}>Show older changes</Button>
        </p>
      )}
    </Page>
  );
}

const tones = { create: 'good', update: 'neutral', delete: 'bad' } as const;

function AuditTable({
  project,
  entries,
  onFilter,
}: {
  readonly project: string;
  readonly entries: readonly AuditEntry[];
  readonly onFilter: (search: AuditSearch) => void;
}) {
  const names = useNames(project, entries);
  const nameOf = (entry: AuditEntry) =>
    names.get(entry.resource_id) ?? nameIn(entry) ?? (entry.resource === 'project' ? project : undefined);
  return (
    <Table
      label="Changes"
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        { id: 'time', header: 'Time', cell: timeOf },
        { id: 'actor', header: 'By', cell: actorOf },
        { id: 'action', header: 'Change', cell: ({ action }) => <Badge tone={toneOf(action)}>{action}</Badge> },
        {
          id: 'resource',
          header: 'Resource',
          cell: (entry) => <Resource entry={entry} name={nameOf(entry)} onFilter={onFilter} />,
        },
        { id: 'changes', header: 'Fields', cell: (entry) => <ChangesCell entry={entry} /> },
      ]}
    />
  );
}

function Resource({
  entry: { resource, resource_id },
  name,
  onFilter,
}: {
  readonly entry: AuditEntry;
  readonly name: string | undefined;
  readonly onFilter: (search: AuditSearch) => void;
}) {
  const shown = name ?? shortened(resource_id);
  return (
    <div className={styles.actor}>
      {resourceWords[resource as keyof typeof resourceWords] ?? resource}
      <Button variant="plain" aria-label={`${shown}, only its changes`} onPress={() => onFilter({ resource_id })}>
        <code title={resource_id}>{shown}</code>
      </Button>
    </div>
  );
}

const shownDigits = 13;

function shortened(id: string): string {
  return id.length > shownDigits ? `${id.slice(0, shownDigits)}…` : id;
}

function timeOf({ created_at }: AuditEntry) {
  return (
    <span className={styles.time}>
      <Time iso={created_at} isExact />
    </span>
  );
}

function actorOf({ actor }: AuditEntry) {
  return (
    <div className={styles.actor}>
      {actor?.key_name ?? 'The installation'}
      {actor !== null && <span>{actor.address}</span>}
    </div>
  );
}

function toneOf(action: string) {
  return tones[action as keyof typeof tones] ?? 'neutral';
}
