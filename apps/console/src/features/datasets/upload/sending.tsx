import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { formatBytes, formatDuration } from '../../../ui/format.js';
import { Button } from '../../../ui/button.js';
import { ErrorNote } from '../../../ui/states.js';
import { showToast } from '../../../ui/toasts.js';
import { errorElsewhere } from '../../resource/field-errors.js';
import { Facts } from '../../resource/facts.js';
import resource from '../../resource/resource.module.css';
import { useWrite } from '../../resource/use-write.js';
import { filesKey } from '../queries.js';
import { createFile } from './create-file.js';
import { ProgressCells } from './progress-cells.js';
import { canHash } from './send-part.js';
import type { UploadSession, UploadTarget } from './session.js';
import { TargetFields } from './target-fields.js';
import { UploadTask, type UploadProgress } from './upload-task.js';
import styles from './upload.module.css';

/** Props of {@link Sending}. */
export interface SendingProps {
  readonly project: string;
  readonly session: UploadSession;
  readonly target: UploadTarget;
  readonly file: File;
  readonly onDone: () => void;
  /** A button beside the others, which cancels the upload. */
  readonly cancel: ReactNode;
}

/** Sends a file, and creates what it is for. Leaving the view pauses it. */
export function Sending({ project, session, target, file, onDone, cancel }: SendingProps) {
  const [task] = useState(() => new UploadTask(file, session.session_id, session.completed_parts));
  const progress = useSyncExternalStore(task.subscribe, task.progress);
  const [wanted, setWanted] = useState(target);
  const create = useWrite<UploadTarget, { readonly name: string }>({
    send: (input, key) => createFile(project, session.session_id, input, key),
    invalidates: filesKey(project, target.kind),
    onDone: ({ name }) => {
      showToast(`Uploaded ${name}.`);
      onDone();
    },
  });
  const { mutate } = create;
  const start = async () => {
    await task.run();
    if (task.progress().state === 'sent') mutate(wanted);
  };
  useEffect(() => {
    void task.run().then(() => task.progress().state === 'sent' && mutate(target));
    return () => task.pause();
  }, [task, mutate, target]);
  const { state } = progress;
  return (
    <div className={resource.form}>
      <ProgressCells progress={progress} />
      <Figures file={file} progress={progress} />
      {!canHash() && (
        <p className={styles.note}>
          Without checksums: browsers compute them only over https. The server still reports the SHA-256 of the file.
        </p>
      )}
      <ErrorNote error={state === 'failed' ? progress.error : null} />
      {create.error !== null && <TargetFields target={wanted} onChange={setWanted} error={create.error} />}
      <ErrorNote error={errorElsewhere(create.error, ['key', 'name', 'entry_point'])} />
      <div className={styles.buttons}>
        {state === 'sending' && <Button onPress={() => task.pause()}>Pause</Button>}
        {(state === 'paused' || state === 'failed') && (
          <Button variant="primary" onPress={() => void start()}>
            {state === 'failed' ? 'Retry' : 'Resume'}
          </Button>
        )}
        {state === 'sent' && create.error !== null && (
          <Button variant="primary" isPending={create.isPending} onPress={() => mutate(wanted)}>
            Create
          </Button>
        )}
        {!create.isPending && cancel}
      </div>
    </div>
  );
}

const stateWords = {
  sending: 'Sending',
  paused: 'Paused',
  failed: 'Stopped',
  sent: 'Stored; checking the file',
} as const;

function Figures({ file, progress }: { readonly file: File; readonly progress: UploadProgress }) {
  const { state, parts, sentBytes, totalBytes, speed } = progress;
  const stored = parts.filter((share) => share === 1).length;
  return (
    <Facts
      facts={{
        File: file.name,
        State: stateWords[state],
        'Stored parts': `${stored} of ${parts.length}`,
        Sent: `${formatBytes(Math.floor(sentBytes))} of ${formatBytes(totalBytes)}`,
        Speed: speed === null ? null : `${formatBytes(Math.round(speed))}/s`,
        Left: speed === null ? null : formatDuration(((totalBytes - sentBytes) / speed) * 1_000),
        Checksums: canHash() ? 'SHA-256 of each part' : 'None',
      }}
    />
  );
}
