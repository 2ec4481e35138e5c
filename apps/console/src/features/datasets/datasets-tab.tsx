import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Filter, Upload } from 'lucide-react';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { EmptyState, ErrorNote, Loading } from '../../ui/states.js';
import { DeleteDialog } from '../resource/delete-dialog.js';
import resource from '../resource/resource.module.css';
import { BuildPanel } from './build-panel.js';
import { CancelDialog } from './cancel-dialog.js';
import { DatasetDialog } from './dataset-dialog.js';
import styles from './datasets.module.css';
import { DatasetsTable } from './datasets-table.js';
import { datasetsQuery, deleteFile, filesKey, type Dataset } from './queries.js';
import { UploadPanel } from './upload/upload-panel.js';
import { useDatasetsView } from './use-datasets-view.js';

/** The datasets of a project, and the two ways to create one. */
export function DatasetsTab() {
  const { project, search, change } = useDatasetsView();
  const mayRead = useMay('read');
  const [cancelled, setCancelled] = useState<Dataset | null>(null);
  const { data: datasets, error, refetch } = useQuery(datasetsQuery(project));
  const isBuilding = mayRead && (search.build === true || search.filter !== undefined);
  const buttons = (
    <div className={styles.buttons}>
      <Button onPress={() => change({ upload: 'new', build: undefined, filter: undefined })}>
        <Upload aria-hidden />
        Upload a file
      </Button>
      {mayRead && (
        <Button variant="primary" onPress={() => change({ build: true, upload: undefined })}>
          <Filter aria-hidden />
          Build from interactions
        </Button>
      )}
    </div>
  );
  const isIdle = !isBuilding && search.upload === undefined;
  return (
    <>
      {search.upload !== undefined && (
        <UploadPanel
          project={project}
          kind="datasets"
          upload={search.upload}
          onChange={(upload) => change({ upload }, upload !== undefined)}
        />
      )}
      {isBuilding && <BuildPanel />}
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {datasets === undefined && error === null && <Loading label="Loading the datasets" />}
      {datasets !== undefined && datasets.length > 0 && (
        <>
          {isIdle && (
            <div className={resource.toolbar}>
              <p>Rows for training and evaluation, from a file or from recorded interactions.</p>
              {buttons}
            </div>
          )}
          <DatasetsList datasets={datasets} onCancel={setCancelled} />
        </>
      )}
      {datasets?.length === 0 && isIdle && (
        <EmptyState title="No datasets yet" action={buttons}>
          Build one from recorded interactions and their feedback, or upload a JSON Lines file.
        </EmptyState>
      )}
      <Dialogs cancelled={cancelled} onCancel={setCancelled} />
    </>
  );
}

/** The dialog of the dataset in the address, and the one that cancels a dataset. */
function Dialogs({
  cancelled,
  onCancel,
}: {
  readonly cancelled: Dataset | null;
  readonly onCancel: (dataset: Dataset | null) => void;
}) {
  const { project, search, change } = useDatasetsView();
  const close = () => change({ open: undefined });
  return (
    <>
      {search.open !== undefined && (
        <DatasetDialog
          project={project}
          dataset={search.open}
          onCancel={(dataset) => {
            close();
            onCancel(dataset);
          }}
          onClose={close}
        />
      )}
      {cancelled !== null && <CancelDialog project={project} dataset={cancelled} onClose={() => onCancel(null)} />}
    </>
  );
}

function DatasetsList({
  datasets,
  onCancel,
}: {
  readonly datasets: readonly Dataset[];
  readonly onCancel: (dataset: Dataset) => void;
}) {
  const { project, change } = useDatasetsView();
  const [deleted, setDeleted] = useState<Dataset | null>(null);
  return (
    <>
      <DatasetsTable
        project={project}
        datasets={datasets}
        onOpen={({ key }) => change({ open: key })}
        onCancel={onCancel}
        onDelete={setDeleted}
      />
      {deleted !== null && (
        <DeleteDialog
          noun="dataset"
          name={deleted.name}
          send={(key) => deleteFile(project, 'datasets', deleted.id, key)}
          invalidates={filesKey(project, 'datasets')}
          onClose={() => setDeleted(null)}
        >
          Its files are deleted. The interactions that it was built from stay.
        </DeleteDialog>
      )}
    </>
  );
}
