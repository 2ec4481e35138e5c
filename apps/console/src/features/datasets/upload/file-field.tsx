import { useState, type DragEvent } from 'react';
import { FileUp } from 'lucide-react';
import { formatBytes } from '../../../ui/format.js';
import styles from './upload.module.css';

/** Chooses a file, or takes one that is dropped. */
export function FileField({
  label,
  file,
  onChange,
  error,
}: {
  readonly label: string;
  readonly file: File | null;
  readonly onChange: (file: File) => void;
  readonly error?: string | null;
}) {
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const first = files?.[0];
    if (first !== undefined) onChange(first);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <>
      <label
        className={[styles.drop, isOver && styles.over].filter(Boolean).join(' ')}
        onDrop={drop}
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
      >
        <input
          type="file"
          className="visually-hidden"
          aria-label={label}
          onChange={({ target }) => take(target.files)}
        />
        <FileUp aria-hidden />
        {file === null ? <strong>{label}</strong> : <strong>{file.name}</strong>}
        <span>{file === null ? 'Press to choose, or drop it here' : formatBytes(file.size)}</span>
      </label>
      {error !== undefined && error !== null && (
        <span className={styles.error} role="alert">
          {error}
        </span>
      )}
    </>
  );
}
