import { useState } from 'react';
import { UserRound } from 'lucide-react';
import { useSession } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Popover } from '../../ui/popover.js';
import styles from './review.module.css';

const storageKey = 'earshot-reviewer';
const maxNameLength = 200;

/** The name under which this browser reviews: that of the key until another one is entered. */
export function useReviewer(): [name: string, rename: (name: string) => void] {
  const { key } = useSession();
  const [chosen, setChosen] = useState(() => localStorage.getItem(storageKey) ?? '');
  const rename = (name: string) => {
    const next = name.trim().slice(0, maxNameLength);
    if (next === '' || next === key.name) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, next);
    setChosen(next);
  };
  return [chosen === '' ? key.name : chosen, rename];
}

/** Shows who reviews, and changes it. */
export function ReviewerButton({
  name,
  onRename,
}: {
  readonly name: string;
  readonly onRename: (name: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState(name);
  const open = (next: boolean) => {
    setDraft(name);
    setOpen(next);
  };
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setOpen(false);
    onRename(draft);
  };
  return (
    <Popover
      label="Your name"
      isOpen={isOpen}
      onOpenChange={open}
      trigger={
        <Button aria-label={`You review as ${name}`}>
          <UserRound aria-hidden />
          <span className={styles.reviewer}>{name}</span>
        </Button>
      }
    >
      <form className={styles.reviewerForm} onSubmit={submit}>
        <TextField
          label="Your name"
          value={draft}
          onChange={setDraft}
          hint="Your reviews are stored under it. This browser remembers it."
          autoFocus
        />
        <div className={styles.formButtons}>
          <Button onPress={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" variant="primary">
            Review as {draft.trim() || 'the key'}
          </Button>
        </div>
      </form>
    </Popover>
  );
}
