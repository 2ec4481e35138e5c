import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { useShortcut } from '../../ui/shortcuts.js';
import { EmptyState, ErrorNote, Loading } from '../../ui/states.js';
import { showToast } from '../../ui/toasts.js';
import { DeleteDialog } from '../resource/delete-dialog.js';
import resource from '../resource/resource.module.css';
import { useWrite } from '../resource/use-write.js';
import { ModelForm } from './model-form.js';
import { ModelTest } from './model-test.js';
import { deleteModel, updateModel } from './model-writes.js';
import { ModelsTable } from './models-table.js';
import { modelsKey, modelsQuery, type Model } from './queries.js';
import { useModelsView } from './use-models-view.js';

/** The list of models with its forms. */
export function ModelsTab() {
  const { project, change } = useModelsView();
  const mayManage = useMay('manage');
  const { data: models, error, refetch } = useQuery(modelsQuery(project));
  const create = () => change({ new: true });
  useShortcut('n', 'New model', create, { isEnabled: mayManage });
  const note = <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (models === undefined) return error === null ? <Loading label="Loading the models" /> : note;
  const newButton = mayManage && (
    <Button variant="primary" onPress={create}>
      <Plus aria-hidden />
      New model
    </Button>
  );
  return (
    <>
      {note}
      {models.length > 0 && (
        <div className={resource.toolbar}>
          <p>
            Requests name a model <code>{project}/key</code>, or the project alone for its default model.
          </p>
          {newButton}
        </div>
      )}
      {models.length === 0 ? (
        <EmptyState title="No models yet" action={newButton}>
          A model is a GGUF file that Earshot runs, or a server with an OpenAI-compatible interface.
        </EmptyState>
      ) : (
        <ModelsList models={models} />
      )}
      <ModelDialogs models={models} />
    </>
  );
}

function ModelsList({ models }: { readonly models: readonly Model[] }) {
  const { project, change } = useModelsView();
  const mayManage = useMay('manage');
  const mayInfer = useMay('inference');
  const [deleted, setDeleted] = useState<Model | null>(null);
  const makeDefault = useWrite<Model, Model>({
    send: ({ id }, key) => updateModel(project, id, { default: true }, key),
    invalidates: modelsKey(project),
    onDone: ({ name }) => showToast(`${name} is now the default model.`),
  });
  const actions = {
    ...(mayInfer && { test: ({ key }: Model) => change({ test: key }) }),
    ...(mayManage && {
      edit: ({ key }: Model) => change({ edit: key }),
      remove: setDeleted,
      makeDefault: (model: Model) => makeDefault.mutate(model),
    }),
  };
  return (
    <>
      <ErrorNote error={makeDefault.error} />
      <ModelsTable models={models} actions={actions} />
      {deleted !== null && (
        <DeleteDialog
          noun="model"
          name={deleted.name}
          send={(key) => deleteModel(project, deleted.id, key)}
          invalidates={modelsKey(project)}
          onClose={() => setDeleted(null)}
        >
          Requests that name it are rejected at once. Its interactions and feedback stay.
        </DeleteDialog>
      )}
    </>
  );
}

/** The form or the test that the address names. */
function ModelDialogs({ models }: { readonly models: readonly Model[] }) {
  const { project, search, close } = useModelsView();
  const mayManage = useMay('manage');
  const edited = models.find(({ key }) => key === search.edit);
  const tested = models.find(({ key }) => key === search.test);
  if (tested !== undefined) return <ModelTest project={project} model={tested} onClose={close} />;
  if (!mayManage || (search.new !== true && edited === undefined)) return null;
  return <ModelForm project={project} model={edited ?? null} models={models} onClose={close} />;
}
