import { useRef, useState, type RefObject } from 'react';
import { useShortcut } from '../../ui/shortcuts.js';
import type { InteractionList } from './use-interactions.js';

interface TableKeysOptions {
  readonly list: InteractionList;
  /** Completion id of the entry that is open beside the table. */
  readonly opened: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

/** What the table needs of its keys. */
export interface TableKeys {
  /** Index of the selected row; -1 for none. */
  readonly selected: number;
  readonly onSelect: (index: number) => void;
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly onFocusChange: (isFocused: boolean) => void;
}

/** Rows that a page key moves. */
const pageRows = 15;

/** Keys of the table: `j` and `k` or arrows select, Enter opens, Escape closes. */
export function useTableKeys({ list, opened, onOpen, onClose }: TableKeysOptions): TableKeys {
  const gridRef = useRef<HTMLDivElement>(null);
  const [selection, setSelection] = useState({ list, index: -1 });
  const [isFocused, setFocused] = useState(false);
  const selected = selection.list === list ? selection.index : -1;
  const idAt = (index: number) => list.rows.rowAt(index)?.id;
  const select = (index: number) => {
    const next = Math.max(0, Math.min(index, list.rows.total - 1));
    setSelection({ list, index: next });
    gridRef.current?.focus({ preventScroll: true });
    const id = idAt(next);
    if (opened !== undefined && id !== undefined) onOpen(id);
  };
  const open = () => {
    const id = idAt(selected);
    if (id !== undefined) onOpen(id);
  };
  useShortcut('j,down', 'Next interaction', () => select(selected + 1));
  useShortcut('k,up', 'Previous interaction', () => select(selected - 1));
  useShortcut('pagedown', 'Many interactions on', () => select(selected + pageRows), { isEnabled: isFocused });
  useShortcut('pageup', 'Many interactions back', () => select(selected - pageRows), { isEnabled: isFocused });
  useShortcut('home', 'First interaction', () => select(0), { isEnabled: isFocused });
  // Elsewhere Enter belongs to the button or the link that has the focus.
  useShortcut('enter', 'Open the interaction', open, { isEnabled: isFocused && selected >= 0 });
  useShortcut('esc', 'Close the interaction', onClose, { isEnabled: opened !== undefined });
  return { selected, onSelect: (index) => setSelection({ list, index }), gridRef, onFocusChange: setFocused };
}
