import { Fragment, useEffect, useId, useSyncExternalStore } from 'react';
import { useHotkeys } from 'react-hotkeys-hook';
import { Dialog } from './dialog.js';
import styles from './shortcuts.module.css';

interface Shortcut {
  readonly keys: string;
  readonly description: string;
}

const active = new Map<string, Shortcut>();
const listeners = new Set<() => void>();
let snapshot: readonly Shortcut[] = [];
let isShown = false;

function publish(): void {
  snapshot = [...active.values()];
  for (const listener of listeners) listener();
}

/** Options of {@link useShortcut}. */
export interface ShortcutOptions {
  readonly isEnabled?: boolean;
  /** Works in text fields too, for chords such as `mod+enter`. */
  readonly inFields?: boolean;
  /**
   * For keys that decide something. A held key counts once. The key is left to an open dialog or list, and to tabs,
   * selects and scrolling code with the focus; Enter to links and buttons too.
   */
  readonly isDecision?: boolean;
}

/**
 * Runs `action` on a key, and lists the key in the dialog of `?` while the component is mounted.
 *
 * @param keys in the syntax of react-hotkeys-hook, such as `left` or `mod+enter`; several separated by commas.
 * @param action gets the key that was pressed
 */
export function useShortcut(
  keys: string,
  description: string,
  action: (key: string) => void,
  options: ShortcutOptions = {},
): void {
  const { isEnabled = true, inFields = false, isDecision = false } = options;
  const id = useId();
  useHotkeys(keys, ({ key }) => action(key), {
    enabled: isEnabled,
    enableOnFormTags: inFields,
    preventDefault: true,
    // Radio buttons keep Enter to themselves, even as part of a chord.
    eventListenerOptions: { capture: keys.startsWith('mod+') },
    ignoreEventWhen: (event) => isDecision && (event.repeat || isForControl(event)),
    useKey: keys === '?' || keys === '/',
  });
  useEffect(() => {
    if (!isEnabled) return;
    active.set(id, { keys, description });
    publish();
    return () => {
      active.delete(id);
      publish();
    };
  }, [id, keys, description, isEnabled]);
}

function isForControl({ key }: KeyboardEvent): boolean {
  const open = '[role="dialog"], [role="listbox"], [role="menu"]';
  const focused = '[role="tablist"], [aria-haspopup="listbox"], pre[tabindex]';
  const pressed = key === 'Enter' ? `${focused}, a, button, summary` : focused;
  return document.querySelector(open) !== null || (document.activeElement?.closest(pressed) ?? null) !== null;
}

/** Opens or closes the dialog of `?`, also for fields in which `?` is a text. */
export function showShortcuts(isOpen: boolean): void {
  isShown = isOpen;
  publish();
}

/** The dialog of `?`: all keys that work now. */
export function ShortcutsDialog() {
  const isOpen = useSyncExternalStore(subscribe, () => isShown);
  useShortcut('?', 'Show the keys', () => showShortcuts(true));
  const shortcuts = useSyncExternalStore(subscribe, () => snapshot);
  return (
    <Dialog title="Keys" isOpen={isOpen} onClose={() => showShortcuts(false)}>
      <dl className={styles.list}>
        {inOrder(shortcuts).map(({ keys, description }) => (
          <div key={`${keys} ${description}`} className={styles.row}>
            <dt>
              {keys.split(',').map((key) => (
                <Keys key={key} keys={key} />
              ))}
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** The keys of the view come before those that lead to other views, which are pressed one after the other. */
function inOrder(shortcuts: readonly Shortcut[]): readonly Shortcut[] {
  const rank = ({ keys }: Shortcut) => (keys.includes('>') ? 2 : Number(keys === '?'));
  return shortcuts.toSorted((one, other) => rank(one) - rank(other));
}

function Keys({ keys }: { readonly keys: string }) {
  return keys.split('>').map((key, index) => (
    <Fragment key={key}>
      {index > 0 && ' then '}
      <kbd>{labelOf(key)}</kbd>
    </Fragment>
  ));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const arrows: Readonly<Record<string, string>> = {
  left: '←',
  right: '→',
  up: '↑',
  down: '↓',
  mod: 'Ctrl',
  enter: 'Enter',
};

function labelOf(keys: string): string {
  return keys
    .split('+')
    .map((key) => arrows[key.trim()] ?? key.trim())
    .join(' ');
}
