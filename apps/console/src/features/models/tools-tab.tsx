import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useMay } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { EmptyState, ErrorNote, Loading } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { DeleteDialog } from '../resource/delete-dialog.js';
import { NameCell } from '../resource/name-cell.js';
import resource from '../resource/resource.module.css';
import { RowActions } from '../resource/row-actions.js';
import styles from './models.module.css';
import { modelsQuery, toolsKey, toolsQuery, type Tool } from './queries.js';
import { ToolForm } from './tool-form.js';
import { ToolTest } from './tool-test.js';
import { deleteTool } from './tool-writes.js';
import { useModelsView } from './use-models-view.js';

/** The list of tools with its forms. */
export function ToolsTab() {
  const { project, change } = useModelsView();
  const mayManage = useMay('manage');
  const { data: tools, error, refetch } = useQuery(toolsQuery(project));
  const note = <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (tools === undefined) return error === null ? <Loading label="Loading the tools" /> : note;
  const newButton = mayManage && (
    <Button variant="primary" onPress={() => change({ new: true })}>
      <Plus aria-hidden />
      New tool
    </Button>
  );
  return (
    <>
      {note}
      {tools.length === 0 ? (
        <EmptyState title="No tools yet" action={newButton}>
          A tool is an HTTP endpoint, or a tool of an MCP server. Earshot calls it when a model asks for it.
        </EmptyState>
      ) : (
        <>
          <div className={resource.toolbar}>
            <p>
              Chats with <code>use_tools: true</code> offer the enabled ones to the model.
            </p>
            {newButton}
          </div>
          <ToolsTable tools={tools} />
        </>
      )}
      <ToolDialogs tools={tools} />
    </>
  );
}

function ToolsTable({ tools }: { readonly tools: readonly Tool[] }) {
  const { project, change } = useModelsView();
  const mayManage = useMay('manage');
  const mayInfer = useMay('inference');
  const [deleted, setDeleted] = useState<Tool | null>(null);
  const edit = ({ key }: Tool) => change({ edit: key });
  const manageActions = (tool: Tool) => [
    { id: 'edit', label: 'Edit', icon: <Pencil aria-hidden />, onAction: () => edit(tool) },
    { id: 'delete', label: 'Delete', icon: <Trash2 aria-hidden />, isDanger: true, onAction: () => setDeleted(tool) },
  ];
  const actionsOf = (tool: Tool) => (
    <RowActions
      name={tool.name}
      main={mayInfer ? { label: 'Test', onPress: () => change({ test: tool.key }) } : undefined}
      others={mayManage ? manageActions(tool) : []}
    />
  );
  return (
    <>
      <Table
        label="Tools"
        rows={tools}
        keyOf={({ id }) => id}
        columns={[
          { id: 'name', header: 'Tool', cell: (tool) => nameOf(tool, mayManage ? () => edit(tool) : undefined) },
          { id: 'description', header: 'Description', cell: ({ description }) => description },
          { id: 'address', header: 'Calls', cell: addressOf },
          { id: 'updated', header: 'Changed', isNumber: true, cell: ({ updated_at }) => <Time iso={updated_at} /> },
          { id: 'actions', header: 'Actions', isNumber: true, cell: actionsOf },
        ]}
      />
      {deleted !== null && (
        <DeleteDialog
          noun="tool"
          name={deleted.name}
          send={(key) => deleteTool(project, deleted.id, key)}
          invalidates={toolsKey(project)}
          onClose={() => setDeleted(null)}
        >
          Models are no longer offered it. Recorded calls stay in their interactions.
        </DeleteDialog>
      )}
    </>
  );
}

function nameOf({ name, key, enabled }: Tool, onPress: (() => void) | undefined) {
  return <NameCell name={name} detail={key} badge={!enabled && <Badge>Off</Badge>} onPress={onPress} />;
}

function addressOf(tool: Tool) {
  return (
    <div className={styles.provider}>
      {tool.kind === 'http' ? tool.method : `MCP ${tool.tool}`}
      <code>{tool.url}</code>
    </div>
  );
}

/** The form or the test that the address names. */
function ToolDialogs({ tools }: { readonly tools: readonly Tool[] }) {
  const { project, search, close } = useModelsView();
  const mayManage = useMay('manage');
  const { data: models } = useQuery(modelsQuery(project));
  const edited = tools.find(({ key }) => key === search.edit);
  const tested = tools.find(({ key }) => key === search.test);
  if (tested !== undefined && models !== undefined)
    return <ToolTest {...{ project, tools, models }} tool={tested} onClose={close} />;
  if (!mayManage || (search.new !== true && edited === undefined)) return null;
  return <ToolForm project={project} tool={edited ?? null} onClose={close} />;
}
