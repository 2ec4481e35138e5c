import { useState } from 'react';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { formatDuration } from '../../ui/format.js';
import { Select } from '../../ui/select.js';
import type { Schemas } from '../../api/client.js';
import resource from '../resource/resource.module.css';
import styles from './models.module.css';
import type { Model, Tool } from './queries.js';
import { TestResult } from './test-result.js';
import { testChat } from './test-run.js';
import { useTest } from './use-test.js';

/** Props of {@link ToolTest}. */
export interface ToolTestProps {
  readonly project: string;
  readonly tool: Tool;
  readonly tools: readonly Tool[];
  readonly models: readonly Model[];
  readonly onClose: () => void;
}

/** Sends a chat that offers one tool, and shows its calls. Only models call tools. */
export function ToolTest({ project, tool, tools, models, onClose }: ToolTestProps) {
  const able = models.filter(({ capabilities }) => capabilities.includes('tools'));
  if (able.length === 0)
    return (
      <Dialog title={`Test ${tool.name}`} isOpen onClose={onClose} footer={<Button onPress={onClose}>Close</Button>}>
        <p>
          Only a model calls a tool, and no model of this project has the capability <code>tools</code>. Edit a model
          whose server supports function calls, and check Tools.
        </p>
      </Dialog>
    );
  return <ToolChat {...{ project, tool, tools, onClose }} models={able} />;
}

function ToolChat({ project, tool, tools, models, onClose }: ToolTestProps) {
  const [model, setModel] = useState(models[0]?.key ?? '');
  const [text, setText] = useState('');
  const test = useTest<string>((asked, signal) => {
    const others = tools.filter(({ id }) => id !== tool.id).map(({ id }) => id);
    return testChat(project, { model: `${project}/${model}`, text: asked, tool: { id: tool.id, others } }, signal);
  });
  const footer = test.isPending ? (
    // A button of its own: a press of it must not become one of Close when the answer comes.
    <Button key="cancel" onPress={test.cancel}>
      Cancel
    </Button>
  ) : (
    <>
      <Button onPress={onClose}>Close</Button>
      <Button variant="primary" type="submit" form="tool-test" isDisabled={text === ''}>
        Send
      </Button>
    </>
  );
  return (
    <Dialog title={`Test ${tool.name}`} isOpen onClose={onClose} footer={footer}>
      <form
        id="tool-test"
        className={resource.form}
        onSubmit={(event) => {
          event.preventDefault();
          test.mutate(text);
        }}
      >
        <Select
          label="Model"
          options={models.map(({ key }) => ({ id: key, label: key }))}
          value={model}
          onChange={setModel}
        />
        <TextField
          label="Message"
          value={text}
          onChange={setText}
          hint={`Ask something that needs the tool: ${tool.description}`}
          autoFocus
        />
      </form>
      {test.data !== undefined && !test.isPending && <Calls calls={test.data.record?.called_tools ?? []} />}
      <TestResult project={project} output={test.data} error={test.error} isPending={test.isPending} />
    </Dialog>
  );
}

function Calls({ calls }: { readonly calls: readonly Schemas['CalledTool'][] }) {
  if (calls.length === 0) return <p className={styles.note}>The model answered without calling the tool.</p>;
  return (
    <ul className={styles.calls} aria-label="Calls">
      {calls.map(({ tool, round, arguments: given, result, error, ms }, index) => (
        <li key={index} className={styles.call}>
          <span className={styles.buttons}>
            <code>{tool}</code>
            {error === null ? <Badge tone="good">Answered</Badge> : <Badge tone="bad">Failed</Badge>}
            <span className={resource.muted}>
              Round {round}, {formatDuration(ms)}
            </span>
          </span>
          <pre tabIndex={0} aria-label="Arguments">
            {given}
          </pre>
          <pre tabIndex={0} aria-label="Result">
            {error ?? result}
          </pre>
        </li>
      ))}
    </ul>
  );
}
