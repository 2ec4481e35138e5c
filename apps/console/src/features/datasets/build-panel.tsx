import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Panel } from '../../ui/page.js';
import { ErrorNote } from '../../ui/states.js';
import { showToast } from '../../ui/toasts.js';
import { FilterBar } from '../interactions/filter-bar.js';
import { ChoiceField } from '../resource/choice.js';
import { errorAt, errorElsewhere } from '../resource/field-errors.js';
import resource from '../resource/resource.module.css';
import { useWrite } from '../resource/use-write.js';
import { buildBody, formatProblem } from './build-body.js';
import styles from './datasets.module.css';
import type { Format } from './datasets-search.js';
import { Preview } from './preview.js';
import { createDataset, filesKey, type Dataset } from './queries.js';
import { useDatasetsView } from './use-datasets-view.js';

const formats = [
  { id: 'sft', label: 'SFT', description: 'Conversations with their answers' },
  { id: 'dpo', label: 'DPO', description: 'Chosen and rejected answers, from comparisons' },
  { id: 'kto', label: 'KTO', description: 'Answers marked good or bad by a metric' },
] as const;

const noFilter = {};

/** Builds a dataset from recorded interactions. The filter is in the address. */
export function BuildPanel() {
  const { project, search, change } = useDatasetsView();
  const { format = 'sft', filter = noFilter } = search;
  const [fields, setFields] = useState({ key: '', name: '' });
  const close = () => change({ build: undefined, filter: undefined, format: undefined });
  const write = useWrite<Schemas['CreateDataset'], Dataset>({
    send: (body, key) => createDataset(project, body, key),
    invalidates: filesKey(project, 'datasets'),
    onDone: ({ name }) => {
      showToast(`Building the dataset ${name}.`);
      close();
    },
  });
  const problem = formatProblem(format, filter);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    write.mutate(buildBody({ ...fields, format }, filter, Date.now()));
  };
  return (
    <Panel title="Build a dataset from interactions">
      <ChoiceField
        label="Format"
        choices={formats}
        value={format}
        onChange={(id: Format) => change({ format: id }, true)}
        error={problem ?? errorAt(write.error, 'from.format')}
      />
      <FilterBar project={project} search={filter} onApply={(next) => change({ build: true, filter: next })} />
      <Preview project={project} filter={filter} format={format} />
      <form className={resource.form} onSubmit={submit} noValidate>
        <NameFields fields={fields} onChange={setFields} error={write.error} />
        <ErrorNote error={errorElsewhere(write.error, ['key', 'name', 'from.format'])} />
        <div className={styles.buttons}>
          <Button
            type="submit"
            variant="primary"
            isPending={write.isPending}
            isDisabled={fields.key === '' || problem !== null}
          >
            Build the dataset
          </Button>
          <Button onPress={close}>Close</Button>
        </div>
      </form>
    </Panel>
  );
}

interface Names {
  readonly key: string;
  readonly name: string;
}

function NameFields({
  fields,
  onChange,
  error,
}: {
  readonly fields: Names;
  readonly onChange: (fields: Names) => void;
  readonly error: unknown;
}) {
  return (
    <div className={resource.row}>
      <TextField
        label="Key"
        value={fields.key}
        onChange={(key) => onChange({ ...fields, key })}
        placeholder="helpful-answers"
        error={errorAt(error, 'key')}
        isRequired
        mono
      />
      <TextField
        label="Name"
        value={fields.name}
        onChange={(name) => onChange({ ...fields, name })}
        placeholder={fields.key || 'The key'}
        error={errorAt(error, 'name')}
      />
    </div>
  );
}
