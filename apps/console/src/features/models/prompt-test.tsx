import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/code.js';
import { TextField } from '../../ui/field.js';
import { errorElsewhere } from '../resource/field-errors.js';
import { ArgumentFields } from './argument-fields.js';
import { givenArguments } from './given-arguments.js';
import styles from './models.module.css';
import type { Model } from './queries.js';
import { TestResult } from './test-result.js';
import { testChat } from './test-run.js';
import { useTest } from './use-test.js';

/** A chat that shows how the stored system prompt is rendered, and what the model answers. */
export function PromptTest({
  project,
  model,
  names,
  isChanged,
}: {
  readonly project: string;
  readonly model: Model;
  readonly names: readonly string[];
  /** The text differs from the stored prompt, which the chat uses. */
  readonly isChanged: boolean;
}) {
  const [text, setText] = useState('Introduce yourself in one sentence.');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const test = useTest<string>((asked, signal) =>
    testChat(project, { model: `${project}/${model.key}`, text: asked, args: givenArguments(names, values) }, signal),
  );
  const argumentParams = names.map((name) => `system_prompt_args.${name}`);
  const rendered = test.data?.record?.system_prompt ?? null;
  return (
    <form
      className={styles.column}
      aria-label="Test the prompt"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isChanged) test.mutate(text);
      }}
    >
      <ArgumentFields names={names} values={values} onChange={setValues} error={test.error} />
      <TextField
        label="Message"
        value={text}
        onChange={setText}
        hint={isChanged ? 'Save the prompt to test it.' : undefined}
      />
      <div className={styles.buttons}>
        {test.isPending ? (
          // A button of its own: a press of it must not send the form when the answer comes.
          <Button key="cancel" onPress={test.cancel}>
            Cancel
          </Button>
        ) : (
          <Button type="submit" isDisabled={isChanged || text === ''}>
            Test
          </Button>
        )}
      </div>
      {rendered !== null && <CodeBlock text={rendered} label="rendered prompt" />}
      <TestResult
        project={project}
        output={test.data}
        error={errorElsewhere(test.error, argumentParams)}
        isPending={test.isPending}
      />
    </form>
  );
}
