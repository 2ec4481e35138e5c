import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button.js';
import { Panel } from '../../../ui/page.js';
import { ErrorNote, Loading } from '../../../ui/states.js';
import type { FileKind } from '../datasets-search.js';
import { ContinueUpload } from './continue-upload.js';
import { NewUpload } from './new-upload.js';
import { Sending } from './sending.js';
import { abortUpload, sessionQueryOf, targetOf, type UploadSession } from './session.js';
import styles from './upload.module.css';

/** Props of {@link UploadPanel}. */
export interface UploadPanelProps {
  readonly project: string;
  readonly kind: FileKind;
  /** Id of a session, or `new`. */
  readonly upload: string;
  readonly onChange: (upload: string | undefined) => void;
}

const titles: Readonly<Record<FileKind, string>> = {
  datasets: 'Upload a dataset',
  recipes: 'Upload a recipe',
  artifacts: 'Upload an artifact',
};

/** Uploads a file in parts. Its session is in the address, so that a reload can continue it. */
export function UploadPanel({ project, kind, upload, onChange }: UploadPanelProps) {
  const [file, setFile] = useState<File | null>(null);
  const close = () => {
    setFile(null);
    onChange(undefined);
  };
  return (
    <Panel title={titles[kind]}>
      {upload === 'new' ? (
        <NewUpload
          project={project}
          kind={kind}
          onClose={close}
          onBegin={({ session_id }, chosen) => {
            setFile(chosen);
            onChange(session_id);
          }}
        />
      ) : (
        <OpenUpload {...{ project, upload, file, onClose: close }} onChoose={setFile} />
      )}
    </Panel>
  );
}

interface OpenUploadProps {
  readonly project: string;
  readonly upload: string;
  readonly file: File | null;
  readonly onChoose: (file: File) => void;
  readonly onClose: () => void;
}

function OpenUpload({ project, upload, file, onChoose, onClose }: OpenUploadProps) {
  const { data: session, error, refetch } = useQuery({ ...sessionQueryOf(upload), refetchOnWindowFocus: false });
  const cancel = useMutation({ mutationFn: () => abortUpload(upload), onSuccess: onClose });
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (session === undefined) return <Loading lines={2} label="Loading the upload" />;
  const target = targetOf(session);
  if (target === null || !isOpen(session)) return <Ended session={session} onClose={onClose} />;
  const cancelButton = (
    <Button variant="danger" isPending={cancel.isPending} onPress={() => cancel.mutate()}>
      Cancel the upload
    </Button>
  );
  return (
    <>
      {file === null ? (
        <>
          <ContinueUpload session={session} onChoose={onChoose} />
          <div className={styles.buttons}>{cancelButton}</div>
        </>
      ) : (
        <Sending {...{ project, session, target, file }} onDone={onClose} cancel={cancelButton} />
      )}
      <ErrorNote error={cancel.error} />
    </>
  );
}

function isOpen({ state }: UploadSession): boolean {
  return state === 'open' || state === 'complete';
}

function Ended({ session, onClose }: { readonly session: UploadSession; readonly onClose: () => void }) {
  return (
    <>
      <p>
        {isOpen(session)
          ? 'Another program began this upload, and can continue it.'
          : `This upload is ${session.state}, and takes no more parts.`}
      </p>
      <div className={styles.buttons}>
        <Button onPress={onClose}>Close</Button>
      </div>
    </>
  );
}
