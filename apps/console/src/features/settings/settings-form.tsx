import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client.js';
import { projectsQuery } from '../../shell/projects.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Panel } from '../../ui/page.js';
import { ErrorNote } from '../../ui/states.js';
import { showToast } from '../../ui/toasts.js';
import { errorAt, errorElsewhere } from '../resource/field-errors.js';
import resource from '../resource/resource.module.css';
import { numberProblem } from '../resource/texts.js';
import { useWrite } from '../resource/use-write.js';
import styles from './settings.module.css';
import { isSendable, numberFields, settingsBody, settingsDraftOf, type SettingsDraft } from './settings-draft.js';

type Project = Schemas['Project'];

/** The settings of a project. Only a key of the installation that manages may change them. */
export function SettingsForm({ project, mayWrite }: { readonly project: Project; readonly mayWrite: boolean }) {
  const [draft, setDraft] = useState<SettingsDraft>(() => settingsDraftOf(project));
  const queries = useQueryClient();
  const { mutate, isPending, error } = useWrite<Schemas['UpdateProject'], Project>({
    send: (body, key) => updateProject(project.key, body, key),
    invalidates: ['resource', project.key],
    onDone: () => {
      void queries.invalidateQueries({ queryKey: projectsQuery.queryKey });
      showToast('Saved the settings.');
    },
  });
  const body = settingsBody(project, draft);
  const isChanged = Object.keys(body).length > 0;
  return (
    <Panel title="Project">
      <form
        className={resource.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending && isChanged && isSendable(draft)) mutate(body);
        }}
      >
        <SettingsFields {...{ draft, error, mayWrite }} onChange={setDraft} />
        <ErrorNote
          error={errorElsewhere(error, ['name', 'system_prompt', ...numberFields.map(({ param }) => param)])}
        />
        {mayWrite && (
          <div className={styles.buttons}>
            <Button type="submit" variant="primary" isPending={isPending} isDisabled={!isChanged || !isSendable(draft)}>
              Save
            </Button>
            {isChanged && <Button onPress={() => setDraft(settingsDraftOf(project))}>Discard changes</Button>}
          </div>
        )}
      </form>
    </Panel>
  );
}

function SettingsFields({
  draft,
  onChange,
  error,
  mayWrite,
}: {
  readonly draft: SettingsDraft;
  readonly onChange: (draft: SettingsDraft) => void;
  readonly error: unknown;
  readonly mayWrite: boolean;
}) {
  return (
    <>
      <TextField
        label="Name"
        value={draft.name}
        onChange={(name) => onChange({ ...draft, name })}
        error={errorAt(error, 'name')}
        isDisabled={!mayWrite}
        isRequired
      />
      <TextField
        label="System prompt"
        value={draft.systemPrompt}
        onChange={(systemPrompt) => onChange({ ...draft, systemPrompt })}
        hint="A Liquid template, for models without their own"
        error={errorAt(error, 'system_prompt')}
        isDisabled={!mayWrite}
        multiline
        mono
      />
      <div className={resource.row}>
        {numberFields.map(({ id, label, param }) => (
          <TextField
            key={id}
            label={label}
            value={draft[id]}
            onChange={(value) => onChange({ ...draft, [id]: value })}
            placeholder={id === 'interactionsDays' ? 'Forever' : 'Default'}
            error={numberProblem(draft[id]) ?? errorAt(error, param)}
            isDisabled={!mayWrite}
          />
        ))}
      </div>
    </>
  );
}

function updateProject(project: string, body: Schemas['UpdateProject'], key: string): Promise<Project> {
  const params = { path: { project }, header: { 'Idempotency-Key': key } };
  return bodyOf(api.PATCH('/api/v1/projects/{project}', { params, body }));
}
