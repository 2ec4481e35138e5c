import { useState } from 'react';
import { showToast } from '../../ui/toasts.js';
import { FormDialog } from '../resource/form-dialog.js';
import { KeyAndName } from '../resource/key-and-name.js';
import { useWrite } from '../resource/use-write.js';
import { createBody, draftOf, problemsOf, updateBody, type ModelDraft } from './model-draft.js';
import { AnswerFields, ParameterFields } from './model-fields.js';
import { createModel, updateModel } from './model-writes.js';
import { ProviderFields } from './provider-fields.js';
import { modelsKey, type Model } from './queries.js';

const fields = ['key', 'name', 'provider', 'capabilities', 'system_prompt', 'parameters', 'fallback', 'default'];

/** The form of a model; of a new one without a model. */
export function ModelForm({
  project,
  model,
  models,
  onClose,
}: {
  readonly project: string;
  readonly model: Model | null;
  readonly models: readonly Model[];
  readonly onClose: () => void;
}) {
  const [draft, setDraft] = useState(() => draftOf(model));
  const change = (changes: Partial<ModelDraft>) => setDraft((old) => ({ ...old, ...changes }));
  const { mutate, isPending, error } = useWrite<ModelDraft, Model>({
    send: (input, key) =>
      model === null
        ? createModel(project, createBody(input), key)
        : updateModel(project, model.id, updateBody(model, input), key),
    invalidates: modelsKey(project),
    onDone: ({ key }) => {
      showToast(model === null ? `Created the model ${key}.` : `Saved the model ${key}.`);
      onClose();
    },
  });
  const isInvalid = Object.values(problemsOf(draft)).some((problem) => problem !== null);
  const shared = { draft, change, error };
  return (
    <FormDialog
      title={model === null ? 'New model' : `Model ${model.name}`}
      submitLabel={model === null ? 'Create model' : 'Save'}
      onSubmit={() => mutate(draft)}
      onClose={onClose}
      isPending={isPending}
      error={error}
      fields={fields}
      isDisabled={draft.key === '' || isInvalid}
      isWide
    >
      <KeyAndName {...shared} keyHint="Requests name it after the project: project/key" />
      <ProviderFields {...shared} model={model} />
      {draft.kind !== 'external' && (
        <>
          <AnswerFields {...shared} others={models.filter(({ id }) => id !== model?.id)} wasDefault={model?.default} />
          <ParameterFields {...shared} />
        </>
      )}
    </FormDialog>
  );
}
