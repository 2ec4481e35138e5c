import { ConfirmDialog } from '../../ui/dialog.js';
import { showToast } from '../../ui/toasts.js';
import { useWrite } from '../resource/use-write.js';
import { cancelLabel } from './progress-text.js';
import { cancelDataset, filesKey, type Dataset } from './queries.js';

/** Asks before the processing of a dataset is cancelled. */
export function CancelDialog({
  project,
  dataset,
  onClose,
}: {
  readonly project: string;
  readonly dataset: Dataset;
  readonly onClose: () => void;
}) {
  const write = useWrite<string, Dataset>({
    send: (id, key) => cancelDataset(project, id, key),
    invalidates: filesKey(project, 'datasets'),
    onDone: ({ name }) => {
      showToast(`Cancelled the dataset ${name}.`);
      onClose();
    },
  });
  const isUpload = dataset.from === null;
  return (
    <ConfirmDialog
      title={`Cancel ${dataset.name}?`}
      isOpen
      onClose={onClose}
      confirmLabel={cancelLabel(dataset)}
      dismissLabel={isUpload ? 'Keep converting' : 'Keep building'}
      onConfirm={() => write.mutate(dataset.id)}
      isPending={write.isPending}
      error={write.error}
    >
      <p>
        {isUpload
          ? 'The uploaded file and the rows converted so far are deleted.'
          : 'The rows written so far are deleted. The interactions stay.'}{' '}
        The dataset stays in the list as cancelled, until you delete it. This is final.
      </p>
    </ConfirmDialog>
  );
}
