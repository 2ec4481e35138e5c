import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import styles from './turn-view.module.css';

/** Edits an earlier message. Enter sends it again, Escape leaves it. */
export function MessageEditor({
  text,
  onSend,
  onCancel,
}: {
  readonly text: string;
  readonly onSend: (text: string) => void;
  readonly onCancel: () => void;
}) {
  const [draft, setDraft] = useState(text);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (draft.trim() !== '') onSend(draft);
  };
  return (
    <div className={styles.editor}>
      <TextField
        label="Message"
        hideLabel
        multiline
        autoFocus
        value={draft}
        onChange={setDraft}
        onKeyDown={onKeyDown}
        hint="Sending it again drops the turns after it."
      />
      <div className={styles.editorActions}>
        <Button onPress={onCancel}>Cancel</Button>
        <Button variant="primary" isDisabled={draft.trim() === ''} onPress={() => onSend(draft)}>
          Send again
        </Button>
      </div>
    </div>
  );
}
