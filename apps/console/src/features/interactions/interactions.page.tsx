import { useCallback, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Database, BookOpenCheck } from 'lucide-react';
import { useMay } from '../../session/session.js';
import { Button, buttonClass } from '../../ui/button.js';
import { LiveState } from '../../ui/live-state.js';
import { Page } from '../../ui/page.js';
import { formatNumber } from '../../ui/format.js';
import { EmptyState, ErrorNote, Loading } from '../../ui/states.js';
import { useMedia } from '../../ui/use-media.js';
import { FilterBar } from './filter-bar.js';
import { filterProblem } from './filter-problem.js';
import { filterOf, olderThan, toApiFilter, type InteractionSearch } from './filter.js';
import { InteractionPanel } from './interaction-panel.js';
import { besideFrom } from './layout.js';
import { InteractionsTable } from './interactions-table.js';
import { countQuery, countText } from './queries.js';
import { useInteractions, useRows, type InteractionList, type Interactions } from './use-interactions.js';
import { useNewCount } from './use-new-count.js';
import { useTableKeys } from './use-table-keys.js';
import styles from './interactions.module.css';

const id = '/shell/$project/interactions' as const;

/** The record of every completion: filters, the table, and one entry beside it. */
export function InteractionsPage() {
  const { project } = useParams({ from: id });
  const search = useSearch({ from: id });
  const navigate = useNavigate();
  const filterKey = JSON.stringify(filterOf(search));
  const filter = useMemo(() => JSON.parse(filterKey) as InteractionSearch, [filterKey]);
  const interactions = useInteractions(project, filter);
  const { count: newCount, live } = useNewCount(project, filter, interactions.list);
  const apply = useCallback(
    (next: InteractionSearch) => void navigate({ to: '/$project/interactions', params: { project }, search: next }),
    [navigate, project],
  );
  return (
    <Page
      isFull
      title="Interactions"
      actions={
        <>
          {newCount > 0 && <NewButton count={newCount} onPress={interactions.reload} />}
          <LiveState state={live} />
          <FilterLinks project={project} filter={filter} />
        </>
      }
    >
      <FilterBar project={project} search={filter} onApply={apply} />
      <Content project={project} search={search} interactions={interactions} onApply={apply} />
    </Page>
  );
}

/** Count from which the button says "or more". */
const maxCounted = 100;

function NewButton({ count, onPress }: { readonly count: number; readonly onPress: () => void }) {
  return (
    <Button variant="plain" onPress={onPress}>
      <span className={styles.dot} aria-hidden />
      {count >= maxCounted ? `${maxCounted}+ new` : `${count} new`}
    </Button>
  );
}

function FilterLinks({ project, filter }: { readonly project: string; readonly filter: InteractionSearch }) {
  const mayRead = useMay('data');
  const mayManage = useMay('manage');
  // The filter of now: a relative range becomes fixed, because a dataset and a queue have no clock.
  const search = () => ({ filter: toApiFilter(filter, Date.now()) as InteractionSearch });
  return (
    <>
      {mayRead && (
        <Link to="/$project/datasets" params={{ project }} search={search} className={buttonClass()}>
          <Database aria-hidden />
          <span>
            Build a dataset<span className={styles.long}> from these filters</span>
          </span>
        </Link>
      )}
      {mayManage && (
        <Link to="/$project/review" params={{ project }} search={search} className={buttonClass()}>
          <BookOpenCheck aria-hidden />
          Review these
        </Link>
      )}
    </>
  );
}

interface ContentProps {
  readonly project: string;
  readonly search: InteractionSearch;
  readonly interactions: Interactions;
  readonly onApply: (search: InteractionSearch) => void;
}

function Content({ project, search, interactions, onApply }: ContentProps) {
  const { list, isLoading } = interactions;
  const isRead = list !== undefined && (list.rows.total > 0 || list.rows.error === null || !isLoading);
  if (!isRead) return <Loading lines={12} label="Loading interactions" />;
  if (list.rows.total === 0) {
    const problem = filterProblem(list.rows.error);
    if (problem !== null) return <WrongFilter problem={problem} onApply={onApply} />;
    if (list.rows.error !== null) return <ErrorNote error={list.rows.error} onRetry={interactions.reload} />;
    return <Empty project={project} search={search} onApply={onApply} />;
  }
  return (
    <Split
      project={project}
      search={search}
      list={list}
      isBusy={isLoading}
      onReload={interactions.reload}
      onApply={onApply}
    />
  );
}

function WrongFilter({ problem, onApply }: { readonly problem: string } & Pick<ContentProps, 'onApply'>) {
  return (
    <EmptyState title="A filter is wrong" action={<Button onPress={() => onApply({})}>Clear the filters</Button>}>
      {problem}
    </EmptyState>
  );
}

function Empty({ project, search, onApply }: Omit<ContentProps, 'interactions'>) {
  if (Object.keys(filterOf(search)).length > 0)
    return (
      <EmptyState
        title="No interaction matches"
        action={<Button onPress={() => onApply({})}>Clear the filters</Button>}
      >
        Remove a filter, or choose a longer time.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No interactions yet"
      action={
        <Link to="/$project/playground" params={{ project }} className={buttonClass('primary')}>
          Open the playground
        </Link>
      }
    >
      Every answer of a model appears here as soon as it has ended. Send a chat, or import a history.
    </EmptyState>
  );
}

interface SplitProps extends Pick<ContentProps, 'project' | 'search' | 'onApply'> {
  readonly list: InteractionList;
  readonly isBusy: boolean;
  readonly onReload: () => void;
}

function Split({ project, search, list, isBusy, onReload, onApply }: SplitProps) {
  const isBeside = useMedia(besideFrom);
  const navigate = useNavigate({ from: '/$project/interactions' });
  const opened = isBeside ? search.open : undefined;
  const replace = opened !== undefined;
  const show = useCallback(
    (open: string | undefined) =>
      void navigate({
        search: (former) => (open === undefined ? filterOf(former) : { ...filterOf(former), open }),
        replace,
      }),
    [navigate, replace],
  );
  const open = useCallback(
    (completion: string) => {
      if (isBeside) show(completion);
      else void navigate({ to: '/$project/interactions/$completion', params: { project, completion } });
    },
    [isBeside, show, navigate, project],
  );
  const close = useCallback(() => show(undefined), [show]);
  const erased = useCallback(() => {
    close();
    onReload();
  }, [close, onReload]);
  const keys = useTableKeys({ list, opened, onOpen: open, onClose: close });
  return (
    <div className={[styles.split, opened !== undefined && styles.beside].filter(Boolean).join(' ')}>
      <div className={styles.table}>
        <InteractionsTable list={list} isBusy={isBusy} {...keys} />
        <RowsNotes project={project} search={search} list={list} onApply={onApply} />
      </div>
      {opened !== undefined && (
        <InteractionPanel project={project} completion={opened} onClose={close} onErased={erased} />
      )}
    </div>
  );
}

function RowsNotes({ project, search, list, onApply }: Pick<SplitProps, 'project' | 'search' | 'list' | 'onApply'>) {
  const rows = useRows(list);
  const filter = filterOf(search);
  // After the first page, which the view waits for.
  const { data: count } = useQuery(countQuery(project, filter, { at: list.readAt }));
  const last = rows.isCut ? rows.rowAt(rows.total - 1) : undefined;
  const total = count === undefined ? '' : countText(count);
  return (
    <>
      <p role="status" className={styles.limit}>
        {!rows.isCut && total !== '' && `${total} ${count?.count === 1 ? 'interaction' : 'interactions'}`}
        {rows.isCut && `The table ends after ${formatNumber(rows.total)}${total && ` of ${total}`} interactions. `}
        {last !== undefined && (
          <Button variant="plain" onPress={() => onApply(olderThan(filter, last.createdAt))}>
            Show older ones
          </Button>
        )}
      </p>
      <ErrorNote error={rows.error} onRetry={() => rows.retry()} />
    </>
  );
}
