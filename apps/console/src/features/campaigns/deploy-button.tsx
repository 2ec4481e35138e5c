import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Rocket } from 'lucide-react';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { showToast } from '../../ui/toasts.js';
import { updateModel } from '../models/model-writes.js';
import { modelsKey, modelsQuery, type Model } from '../models/queries.js';
import { useWrite } from '../resource/use-write.js';
import type { Campaign } from './queries.js';

/** Makes the winner the default model after a confirmation, unless it is. */
export function DeployButton({
  project,
  campaign: { winner },
}: {
  readonly project: string;
  readonly campaign: Campaign;
}) {
  const [isAsked, ask] = useState(false);
  const { data: models = [] } = useQuery({ ...modelsQuery(project), enabled: winner !== null });
  const close = () => ask(false);
  const deploy = useWrite<Model, Model>({
    send: ({ id }, key) => updateModel(project, id, { default: true }, key),
    invalidates: modelsKey(project),
    onDone: ({ name }) => {
      showToast(`${name} is the default model now.`);
      close();
    },
  });
  const model = models.find(({ key }) => key === winner);
  if (model === undefined || model.default) return null;
  const former = models.find((one) => one.default);
  return (
    <>
      <Button variant="primary" onPress={() => ask(true)}>
        <Rocket aria-hidden />
        Deploy {model.name}
      </Button>
      <ConfirmDialog
        title={`Deploy ${model.name}?`}
        isOpen={isAsked}
        onClose={close}
        confirmLabel="Change the default model"
        onConfirm={() => deploy.mutate(model)}
        isPending={deploy.isPending}
        error={deploy.error}
      >
        <p>
          The default model changes from {former?.name ?? 'none'} to {model.name}. Requests that name only the project
          go to it at once.
        </p>
      </ConfirmDialog>
    </>
  );
}
