import { memo, useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ListFilter, X } from 'lucide-react';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { formatTime } from '../../ui/format.js';
import { Popover } from '../../ui/popover.js';
import { Select } from '../../ui/select.js';
import { useShortcut } from '../../ui/shortcuts.js';
import { metricsQuery } from '../metrics/queries.js';
import { chipsOf, rangeNames } from './chips.js';
import { countOf } from './draft.js';
import { FilterForm, type FilterFormProps } from './filter-form.js';
import { filterOf, type InteractionSearch, type Range } from './filter.js';
import styles from './filters.module.css';

/** Search, time range, all other filters, and the active ones as chips. */
export const FilterBar = memo(function FilterBar({ project, search, onApply }: FilterFormProps) {
  const [isOpen, setOpen] = useState(false);
  useShortcut('f', 'Open the filters', () => setOpen(true));
  const count = countOf(search);
  const apply = (next: InteractionSearch) => {
    setOpen(false);
    onApply(next);
  };
  return (
    <div className={styles.bar}>
      <div className={styles.controls}>
        <SearchField key={search.text ?? ''} search={search} onApply={onApply} />
        <RangeSelect search={search} onApply={onApply} />
        <Popover
          label="Filters"
          isOpen={isOpen}
          onOpenChange={setOpen}
          trigger={
            <Button>
              <ListFilter aria-hidden />
              {count === 0 ? 'Filters' : `Filters (${count})`}
            </Button>
          }
        >
          <FilterForm project={project} search={search} onApply={apply} />
        </Popover>
      </div>
      <Chips project={project} search={search} onApply={onApply} />
    </div>
  );
});

type PartProps = Omit<FilterFormProps, 'project'>;

function SearchField({ search, onApply }: PartProps) {
  const [text, setText] = useState(search.text ?? '');
  const frame = useRef<HTMLFormElement>(null);
  useShortcut('/', 'Search answers', () => frame.current?.querySelector('input')?.focus());
  return (
    <form
      ref={frame}
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        const { text: _former, ...rest } = filterOf(search);
        onApply(text.trim() === '' ? rest : { ...rest, text: text.trim() });
      }}
    >
      <TextField
        label="Search answers"
        hideLabel
        type="search"
        placeholder="Search answers, then Enter"
        value={text}
        onChange={setText}
      />
    </form>
  );
}

const all = 'all';
const custom = 'custom';

function RangeSelect({ search, onApply }: PartProps) {
  const { range: _range, created_after: after, created_before: before, ...rest } = filterOf(search);
  const isFixed = search.range === undefined && (after !== undefined || before !== undefined);
  const presets = Object.entries(rangeNames).map(([id, label]) => ({ id, label }));
  const options = [{ id: all, label: 'All time' }, ...presets, ...(isFixed ? [{ id: custom, label: 'Custom' }] : [])];
  return (
    <div className={styles.range}>
      <Select
        label="Time range"
        hideLabel
        options={options}
        value={isFixed ? custom : (search.range ?? all)}
        onChange={(id) => id !== custom && onApply(id === all ? rest : { ...rest, range: id as Range })}
      />
    </div>
  );
}

function Chips({ project, search, onApply }: FilterFormProps) {
  const { data: metrics = [] } = useQuery({ ...metricsQuery(project), enabled: search.metric !== undefined });
  const chips = chipsOf(search, formatTime, metrics);
  // The chip that had the focus is gone: the list keeps it.
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef(false);
  useEffect(() => {
    if (removed.current) list.current?.querySelector('button')?.focus();
    removed.current = false;
  }, [chips.length]);
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} ref={list} aria-label="Active filters">
      {chips.map(({ id, name, value, without }) => (
        <li key={id} className={styles.chip}>
          <span className={styles.chipName}>{name}</span>
          <span className={styles.chipValue}>{value}</span>
          <button
            type="button"
            aria-label={`Remove the filter ${name} ${value}`}
            onClick={() => {
              removed.current = true;
              onApply(without);
            }}
          >
            <X aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <Button variant="plain" onPress={() => onApply({})}>
          Clear
        </Button>
      </li>
    </ul>
  );
}
