import { useState, type ReactNode } from 'react';
import { Upload } from 'lucide-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '../../ui/button.js';
import { EmptyState, ErrorNote, Loading } from '../../ui/states.js';
import { Table, type Column } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { DeleteDialog } from '../resource/delete-dialog.js';
import { RowActions } from '../resource/row-actions.js';
import resource from '../resource/resource.module.css';
import { Trash2 } from 'lucide-react';
import type { FileKind } from './datasets-search.js';
import { startDownload } from './download.js';
import { deleteFile, filesKey } from './queries.js';
import { UploadPanel } from './upload/upload-panel.js';
import { useDatasetsView } from './use-datasets-view.js';

interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
}

/** Props of {@link FilesTab}. */
export interface FilesTabProps<File extends StoredFile> {
  readonly kind: FileKind;
  /** One file in words, for example "recipe". */
  readonly noun: string;
  readonly title: string;
  readonly about: ReactNode;
  readonly query: UseQueryResult<File[]>;
  readonly columns: readonly Column<File>[];
  readonly urlOf: (file: File) => string;
  readonly isOwn: (file: File) => boolean;
}

/** Files that are uploaded, downloaded and deleted. */
export function FilesTab<File extends StoredFile>(props: FilesTabProps<File>) {
  const { kind, noun, title, about, query } = props;
  const { project, search, change } = useDatasetsView();
  const { data: files, error, refetch } = query;
  const button = (
    <Button variant="primary" onPress={() => change({ upload: 'new' })}>
      <Upload aria-hidden />
      Upload {noun === 'artifact' ? 'an' : 'a'} {noun}
    </Button>
  );
  return (
    <>
      {search.upload !== undefined && (
        <UploadPanel
          project={project}
          kind={kind}
          upload={search.upload}
          onChange={(upload) => change({ upload }, upload !== undefined)}
        />
      )}
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {files === undefined && error === null && <Loading label={`Loading the ${kind}`} />}
      {files !== undefined && files.length > 0 && (
        <>
          {search.upload === undefined && (
            <div className={resource.toolbar}>
              <p>{about}</p>
              {button}
            </div>
          )}
          <FilesTable {...props} project={project} files={files} />
        </>
      )}
      {files?.length === 0 && search.upload === undefined && (
        <EmptyState title={title} action={button}>
          {about}
        </EmptyState>
      )}
    </>
  );
}

function FilesTable<File extends StoredFile>({
  kind,
  noun,
  columns,
  urlOf,
  isOwn,
  project,
  files,
}: FilesTabProps<File> & { readonly project: string; readonly files: readonly File[] }) {
  const [deleted, setDeleted] = useState<File | null>(null);
  const actionsOf = (file: File) => (
    <RowActions
      name={file.name}
      main={{ label: 'Download', onPress: () => startDownload(urlOf(file)) }}
      others={
        isOwn(file)
          ? [
              {
                id: 'delete',
                label: 'Delete',
                icon: <Trash2 aria-hidden />,
                isDanger: true,
                onAction: () => setDeleted(file),
              },
            ]
          : []
      }
    />
  );
  return (
    <>
      <Table
        label={kind === 'recipes' ? 'Recipes' : 'Artifacts'}
        rows={files}
        keyOf={({ id }) => id}
        columns={[
          ...columns,
          { id: 'created', header: 'Created', isNumber: true, cell: ({ created_at }) => <Time iso={created_at} /> },
          { id: 'actions', header: 'Actions', isNumber: true, cell: actionsOf },
        ]}
      />
      {deleted !== null && (
        <DeleteDialog
          noun={noun}
          name={deleted.name}
          send={(key) => deleteFile(project, kind, deleted.id, key)}
          invalidates={filesKey(project, kind)}
          onClose={() => setDeleted(null)}
        >
          The file is deleted. This cannot be undone.
        </DeleteDialog>
      )}
    </>
  );
}
