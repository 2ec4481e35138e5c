import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { projectQuery } from '../../shell/projects.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { argumentsOfTemplate } from '../../ui/template-arguments.js';
import { ChoiceField } from '../resource/choice.js';
import styles from '../resource/resource.module.css';
import { ArgumentFields } from './argument-fields.js';
import { givenArguments } from './given-arguments.js';
import type { Model } from './queries.js';
import { TestResult } from './test-result.js';
import { testChat, testEmbedding } from './test-run.js';
import { useTest } from './use-test.js';

type Kind = 'chat' | 'embeddings';
const kinds = [
  { id: 'chat', label: 'Chat' },
  { id: 'embeddings', label: 'Embedding' },
] as const;

/** Sends one short request to a model. */
export function ModelTest({
  project,
  model,
  onClose,
}: {
  readonly project: string;
  readonly model: Model;
  readonly onClose: () => void;
}) {
  const { data: owner } = useQuery(projectQuery(project));
  const [kind, setKind] = useState<Kind>(model.capabilities.includes('chat') ? 'chat' : 'embeddings');
  const [text, setText] = useState('What is the capital of France?');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const names = kind === 'chat' ? argumentsOfTemplate(model.system_prompt ?? owner?.system_prompt ?? '') : [];
  const test = useTest<Kind>((asked, signal) => {
    const input = { model: `${project}/${model.key}`, text, args: givenArguments(names, values) };
    return asked === 'chat' ? testChat(project, input, signal) : testEmbedding(input, signal);
  });
  const footer = test.isPending ? (
    // A button of its own: a press of it must not become one of Close when the answer comes.
    <Button key="cancel" onPress={test.cancel}>
      Cancel
    </Button>
  ) : (
    <>
      <Button onPress={onClose}>Close</Button>
      <Button variant="primary" type="submit" form="model-test" isDisabled={text === ''}>
        Send
      </Button>
    </>
  );
  return (
    <Dialog title={`Test ${model.name}`} isOpen onClose={onClose} footer={footer}>
      <form
        id="model-test"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          test.mutate(kind);
        }}
      >
        {['chat', 'embeddings'].every((name) => model.capabilities.includes(name as Kind)) && (
          <ChoiceField label="Request" choices={kinds} value={kind} onChange={setKind} />
        )}
        <ArgumentFields names={names} values={values} onChange={setValues} error={test.error} />
        <TextField label={kind === 'chat' ? 'Message' : 'Text'} value={text} onChange={setText} autoFocus />
      </form>
      <TestResult project={project} output={test.data} error={test.error} isPending={test.isPending} />
    </Dialog>
  );
}
