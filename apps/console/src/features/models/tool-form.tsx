import { useState } from 'react';
import { showToast } from '../../ui/toasts.js';
import { FormDialog } from '../resource/form-dialog.js';
import { useWrite } from '../resource/use-write.js';
import { toolsKey, type Tool } from './queries.js';
import { createToolBody, schemaProblem, toolDraftOf, updateToolBody, type ToolDraft } from './tool-draft.js';
import { CallFields, DescriptionFields } from './tool-fields.js';
import { createTool, updateTool } from './tool-writes.js';

const fields = ['key', 'name', 'description', 'parameters', 'kind', 'url', 'method', 'tool', 'headers'];

/** The form of a tool; of a new one without a tool. */
export function ToolForm({
  project,
  tool,
  onClose,
}: {
  readonly project: string;
  readonly tool: Tool | null;
  readonly onClose: () => void;
}) {
  const [draft, setDraft] = useState(() => toolDraftOf(tool));
  const change = (changes: Partial<ToolDraft>) => setDraft((old) => ({ ...old, ...changes }));
  const { mutate, isPending, error } = useWrite<ToolDraft, Tool>({
    send: (input, key) =>
      tool === null
        ? createTool(project, createToolBody(input), key)
        : updateTool(project, tool.id, updateToolBody(tool, input), key),
    invalidates: toolsKey(project),
    onDone: ({ key }) => {
      showToast(tool === null ? `Created the tool ${key}.` : `Saved the tool ${key}.`);
      onClose();
    },
  });
  const shared = { draft, change, error, tool };
  return (
    <FormDialog
      title={tool === null ? 'New tool' : `Tool ${tool.name}`}
      submitLabel={tool === null ? 'Create tool' : 'Save'}
      onSubmit={() => mutate(draft)}
      onClose={onClose}
      isPending={isPending}
      error={error}
      fields={fields}
      isDisabled={draft.key === '' || schemaProblem(draft.parameters) !== null}
      isWide
    >
      <DescriptionFields {...shared} />
      <CallFields {...shared} />
    </FormDialog>
  );
}
