import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useShortcut } from '../../ui/shortcuts.js';
import { useRows, type InteractionList } from './use-interactions.js';

interface TableKeysOptions {
  readonly list: InteractionList;
  /** Completion id of the entry that is open beside the table. */
  readonly opened: string | undefined;
  /** Keeps its identity. */
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

/** What the table needs of its keys. */
export interface TableKeys {
  /** Index of the selected row; -1 for none. */
  readonly selected: number;
  /** Selects a row and opens its entry. */
  readonly onPick: (index: number) => void;
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly onFocusChange: (isFocused: boolean) => void;
}

interface Selection {
  readonly list: InteractionList;
  readonly index: number;
}

/** The panel follows the selection this long after the last key, ms: a held key opens nothing on its way. */
const followMs = 120;

/** Rows that a page key moves. */
const pageRows = 15;

/** Keys of the table: `j` and `k` or arrows select, Enter opens, Escape closes. */
export function useTableKeys({ list, opened, onOpen, onClose }: TableKeysOptions): TableKeys {
  const gridRef = useRef<HTMLDivElement>(null);
  const rows = useRows(list);
  const [selection, setSelection] = useState<Selection | null>(null);
  const [isFocused, setFocused] = useState(false);
  // After a reload of the page, keys go on from the entry that is open.
  const selected = selection?.list === list ? selection.index : rows.indexOf(({ id }) => id === opened);
  const following = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(following.current), [list]);
  const open = useCallback(
    (index: number) => {
      clearTimeout(following.current);
      const id = list.rows.rowAt(index)?.id;
      if (id !== undefined) onOpen(id);
    },
    [list, onOpen],
  );
  const onPick = useCallback(
    (index: number) => {
      setSelection({ list, index });
      open(index);
    },
    [list, open],
  );
  const close = () => {
    clearTimeout(following.current);
    setSelection({ list, index: selected });
    onClose();
  };
  const select = (index: number) => {
    const next = Math.max(0, Math.min(index, list.rows.total - 1));
    setSelection({ list, index: next });
    // Focus lays out the page, even where it changes nothing.
    if (document.activeElement !== gridRef.current) gridRef.current?.focus({ preventScroll: true });
    clearTimeout(following.current);
    if (opened !== undefined) following.current = setTimeout(() => open(next), followMs);
  };
  useShortcut('j,down', 'Next interaction', () => select(selected + 1));
  useShortcut('k,up', 'Previous interaction', () => select(selected - 1));
  useShortcut('pagedown', 'Many interactions on', () => select(selected + pageRows), { isEnabled: isFocused });
  useShortcut('pageup', 'Many interactions back', () => select(selected - pageRows), { isEnabled: isFocused });
  useShortcut('home', 'First interaction', () => select(0), { isEnabled: isFocused });
  // Elsewhere Enter belongs to the button or the link that has the focus.
  useShortcut('enter', 'Open the interaction', () => open(selected), { isEnabled: isFocused && selected >= 0 });
  useShortcut('esc', 'Close the interaction', close, { isEnabled: opened !== undefined });
  return { selected, onPick, gridRef, onFocusChange: setFocused };
}
