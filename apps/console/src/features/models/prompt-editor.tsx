import { useState } from 'react';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/code.js';
import { TextField } from '../../ui/field.js';
import { useShortcut } from '../../ui/shortcuts.js';
import { ErrorNote } from '../../ui/states.js';
import { argumentsOfTemplate } from '../../ui/template-arguments.js';
import { showToast } from '../../ui/toasts.js';
import { errorAt, errorElsewhere } from '../resource/field-errors.js';
import resource from '../resource/resource.module.css';
import { useWrite } from '../resource/use-write.js';
import { updateModel } from './model-writes.js';
import styles from './models.module.css';
import { PromptTest } from './prompt-test.js';
import { modelsKey, type Model } from './queries.js';

/** Props of {@link PromptEditor}. */
export interface PromptEditorProps {
  readonly project: string;
  readonly model: Model;
  readonly projectPrompt: string | null;
}

/** Edits the system prompt of a model, beside a chat that tests it. */
export function PromptEditor({ project, model, projectPrompt }: PromptEditorProps) {
  const stored = model.system_prompt ?? '';
  const [text, setText] = useState(stored);
  const mayManage = useMay('manage');
  const mayInfer = useMay('inference');
  const save = useWrite<string, Model>({
    send: (prompt, key) => updateModel(project, model.id, { system_prompt: prompt === '' ? null : prompt }, key),
    invalidates: modelsKey(project),
    onDone: ({ name }) => showToast(`Saved the system prompt of ${name}.`),
  });
  const isChanged = text !== stored;
  useShortcut('mod+s', 'Save the prompt', () => save.mutate(text), {
    isEnabled: mayManage && isChanged,
    inFields: true,
  });
  const used = text === '' ? (projectPrompt ?? '') : text;
  return (
    <div className={styles.editor}>
      <div className={styles.column}>
        <TextField
          label={`System prompt of ${model.name}`}
          value={text}
          onChange={setText}
          placeholder="You are {{ name }}."
          hint="A Liquid template. Empty: the project's system prompt."
          error={errorAt(save.error, 'system_prompt')}
          isDisabled={!mayManage}
          multiline
          mono
        />
        <Arguments names={argumentsOfTemplate(used)} />
        <ErrorNote error={errorElsewhere(save.error, ['system_prompt'])} />
        {mayManage && (
          <div className={styles.buttons}>
            <Button
              variant="primary"
              isDisabled={!isChanged}
              isPending={save.isPending}
              onPress={() => save.mutate(text)}
            >
              Save
            </Button>
            {isChanged && <Button onPress={() => setText(stored)}>Discard changes</Button>}
          </div>
        )}
        {text === '' && projectPrompt !== null && (
          <CodeBlock text={projectPrompt} label="system prompt of the project" />
        )}
      </div>
      {mayInfer && (
        <PromptTest project={project} model={model} names={argumentsOfTemplate(used)} isChanged={isChanged} />
      )}
    </div>
  );
}

function Arguments({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return <p className={resource.hint}>No arguments.</p>;
  return (
    <p className={resource.hint}>
      Arguments in <code>system_prompt_args</code>: <code>{names.join(', ')}</code>
    </p>
  );
}
