import { useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../ui/button.js';
import { ErrorNote } from '../../../ui/states.js';
import type { FileKind } from '../datasets-search.js';
import { newId } from '../../resource/new-id.js';
import resource from '../../resource/resource.module.css';
import { FileField } from './file-field.js';
import { keyOf } from './parts.js';
import { initUpload, type UploadSession, type UploadTarget } from './session.js';
import { TargetFields } from './target-fields.js';
import styles from './upload.module.css';

const labels: Readonly<Record<FileKind, string>> = {
  datasets: 'JSON Lines file',
  recipes: 'Zip file',
  artifacts: 'File',
};

/** Chooses a file and begins its upload. */
export function NewUpload({
  project,
  kind,
  onBegin,
  onClose,
}: {
  readonly project: string;
  readonly kind: FileKind;
  readonly onBegin: (session: UploadSession, file: File) => void;
  readonly onClose: () => void;
}) {
  const [file, setFile] = useState<File | null>(null);
  const [target, setTarget] = useState<UploadTarget>({ kind, key: '', name: '', entry_point: 'main.py' });
  const idempotencyKey = useRef(newId());
  const begin = useMutation<UploadSession, unknown, File>({
    mutationFn: (chosen) => initUpload(project, chosen, target, idempotencyKey.current),
    onSuccess: (session, chosen) => onBegin(session, chosen),
  });
  const choose = (chosen: File) => {
    idempotencyKey.current = newId();
    setFile(chosen);
    const names = kind === 'artifacts' ? { name: chosen.name } : { key: target.key || keyOf(chosen.name) };
    setTarget({ ...target, ...names });
  };
  const change = (changed: UploadTarget) => {
    idempotencyKey.current = newId();
    setTarget(changed);
  };
  const isNamed = kind === 'artifacts' ? target.name !== '' : target.key !== '';
  const isEmpty = file?.size === 0;
  return (
    <form
      className={resource.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (file !== null) begin.mutate(file);
      }}
    >
      <FileField label={labels[kind]} file={file} onChange={choose} error={isEmpty ? 'The file is empty.' : null} />
      {file !== null && <TargetFields target={target} onChange={change} error={begin.error} />}
      <ErrorNote error={begin.error} />
      <div className={styles.buttons}>
        <Button
          type="submit"
          variant="primary"
          isDisabled={file === null || isEmpty || !isNamed}
          isPending={begin.isPending}
        >
          Upload
        </Button>
        <Button onPress={onClose}>Close</Button>
      </div>
    </form>
  );
}
