import { useId, useRef, useState, type Ref } from 'react';
import { ImagePlus, SendHorizontal, Square, X } from 'lucide-react';
import { Label, TextArea, TextField } from 'react-aria-components';
import { Button } from '../../ui/button.js';
import type { AttachedImage } from './conversation.js';
import { imageTypes, readImages } from './images.js';
import { noDraft, type Draft } from './kept-playground.js';
import styles from './composer.module.css';

/** Props of {@link Composer}. */
export interface ComposerProps {
  readonly inputRef: Ref<HTMLTextAreaElement>;
  readonly placeholder: string;
  readonly hasImages: boolean;
  /** Says which models take no images; null if all do. */
  readonly notSeeing: string | null;
  readonly isRunning: boolean;
  /** What is written and not sent. */
  readonly draft: Draft;
  readonly changeDraft: (make: (before: Draft) => Draft) => void;
  /** What keeps a message from being sent; null for nothing. */
  readonly problem: string | null;
  readonly onSend: (text: string, images: readonly AttachedImage[]) => void;
  readonly onStop: () => void;
  /** Says what keys do now. */
  readonly keys: string;
  /** A key in the empty field; true if it did something. */
  readonly onKey: (key: string) => boolean;
}

/** The space that keeps a first character from being a key. It is not sent. */
const keptFromKeys = /^ (?=[\d?])/;

/** Where messages are written. Enter sends, Shift+Enter begins a new line. */
export function Composer(props: ComposerProps) {
  const { hasImages, isRunning, problem, onSend, onStop, onKey } = props;
  const { text } = props.draft;
  const attached = useAttachedImages(hasImages, props);
  const keysId = useId();
  const canSend = problem === null && !isRunning && (text.trim() !== '' || attached.images.length > 0);
  const send = () => {
    if (!canSend) return;
    onSend(text.replace(keptFromKeys, ''), attached.images);
    props.changeDraft(() => noDraft);
    attached.clear();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.nativeEvent.isComposing;
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      send();
    } else if (isPlain && text === '' && attached.images.length === 0 && onKey(event.key)) event.preventDefault();
  };
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <ImageList {...attached} notSeeing={props.notSeeing} />
      {problem !== null && <p className={styles.error}>See the settings: {problem}</p>}
      <div className={styles.row}>
        {hasImages && <AttachButton onFiles={attached.add} />}
        <MessageField {...props} {...{ keysId, onKeyDown }} onFiles={attached.add} />
        {isRunning ? (
          <Button iconOnly aria-label="Stop" onPress={onStop}>
            <Square aria-hidden />
          </Button>
        ) : (
          <Button variant="primary" iconOnly aria-label="Send" isDisabled={!canSend} onPress={send}>
            <SendHorizontal aria-hidden />
          </Button>
        )}
      </div>
      <p id={keysId} className={styles.keys}>
        {props.keys}
      </p>
    </form>
  );
}

interface MessageFieldProps extends Pick<ComposerProps, 'inputRef' | 'placeholder' | 'draft' | 'changeDraft'> {
  readonly keysId: string;
  readonly onKeyDown: (event: React.KeyboardEvent) => void;
  readonly onFiles: (files: FileList) => void;
}

function MessageField({ inputRef, placeholder, draft, changeDraft, keysId, onKeyDown, onFiles }: MessageFieldProps) {
  return (
    <TextField
      className={styles.field as string}
      value={draft.text}
      onChange={(text) => changeDraft((before) => ({ ...before, text }))}
      onKeyDown={onKeyDown}
      aria-describedby={keysId}
      autoFocus
    >
      <Label className="visually-hidden">Message</Label>
      <TextArea
        ref={inputRef}
        className={styles.input}
        placeholder={placeholder}
        rows={1}
        onPaste={(event) => onFiles(event.clipboardData.files)}
      />
    </TextField>
  );
}

interface Attached {
  readonly images: readonly AttachedImage[];
  readonly error: string | null;
  readonly add: (files: FileList) => void;
  readonly remove: (index: number) => void;
  readonly clear: () => void;
}

function useAttachedImages(
  isEnabled: boolean,
  { draft: { images }, changeDraft }: Pick<ComposerProps, 'draft' | 'changeDraft'>,
): Attached {
  const [error, setError] = useState<string | null>(null);
  const add = async (files: FileList) => {
    if (files.length === 0) return;
    if (!isEnabled) return setError('No chosen model reads images.');
    const read = await readImages([...files]);
    setError(read.error);
    changeDraft((before) => ({ ...before, images: [...before.images, ...read.images] }));
  };
  return {
    images: isEnabled ? images : [],
    error,
    add: (files) => void add(files),
    remove: (index) => changeDraft((before) => ({ ...before, images: before.images.filter((_, at) => at !== index) })),
    clear: () => setError(null),
  };
}

function ImageList({ images, error, remove, notSeeing }: Attached & Pick<ComposerProps, 'notSeeing'>) {
  if (images.length === 0 && error === null) return null;
  return (
    <div className={styles.attached}>
      {images.map(({ name, url }, index) => (
        <div key={index} className={styles.image}>
          <img src={url} alt={name} />
          <Button variant="plain" iconOnly aria-label={`Remove ${name}`} onPress={() => remove(index)}>
            <X aria-hidden />
          </Button>
        </div>
      ))}
      {images.length > 0 && notSeeing !== null && (
        <p className={styles.note} role="status">
          {notSeeing}
        </p>
      )}
      {error !== null && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function AttachButton({ onFiles }: { readonly onFiles: (files: FileList) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={imageTypes.join(',')}
        aria-label="Images"
        onChange={(event) => {
          if (event.target.files !== null) onFiles(event.target.files);
          event.target.value = '';
        }}
      />
      <Button variant="plain" iconOnly aria-label="Attach images" onPress={() => input.current?.click()}>
        <ImagePlus aria-hidden />
      </Button>
    </>
  );
}
