import { Checkbox, TextField } from '../../ui/field.js';
import { Select } from '../../ui/select.js';
import { ChoiceField } from '../resource/choice.js';
import { errorAt } from '../resource/field-errors.js';
import { KeyAndName } from '../resource/key-and-name.js';
import styles from '../resource/resource.module.css';
import { HeadersField } from './headers-field.js';
import type { Tool } from './queries.js';
import { methods, schemaProblem, type ToolDraft } from './tool-draft.js';

/** Props of the parts of the form of a tool. */
export interface ToolFieldsProps {
  readonly draft: ToolDraft;
  readonly change: (changes: Partial<ToolDraft>) => void;
  readonly error: unknown;
  readonly tool: Tool | null;
}

const kinds = [
  { id: 'http', label: 'HTTP', description: 'One request to an address' },
  { id: 'mcp', label: 'MCP', description: 'A tool of an MCP server, streamable HTTP' },
] as const;

/** What models read of a tool. */
export function DescriptionFields({ draft, change, error }: ToolFieldsProps) {
  return (
    <>
      <KeyAndName {...{ draft, change, error }} keyHint="The name that models call" />
      <TextField
        label="Description"
        value={draft.description}
        onChange={(description) => change({ description })}
        hint="For models: what it does, and when to call it"
        error={errorAt(error, 'description')}
        isRequired
        multiline
      />
      <TextField
        label="Parameters"
        value={draft.parameters}
        onChange={(parameters) => change({ parameters })}
        hint="JSON Schema of the arguments"
        error={schemaProblem(draft.parameters) ?? errorAt(error, 'parameters')}
        multiline
        mono
      />
    </>
  );
}

/** How a tool is called. */
export function CallFields({ draft, change, error, tool }: ToolFieldsProps) {
  const storedHeaders = tool?.header_names ?? [];
  const mustRepeatHeaders = storedHeaders.length > 0 && draft.headers === null && draft.url !== tool?.url;
  return (
    <>
      <ChoiceField
        label="Kind"
        choices={kinds}
        value={draft.kind}
        onChange={(kind) => change({ kind })}
        hint={tool === null ? undefined : 'The kind is fixed. Create another tool to change it.'}
        error={errorAt(error, 'kind')}
        isDisabled={tool !== null}
      />
      <div className={styles.row}>
        <TextField
          label="URL"
          type="url"
          value={draft.url}
          onChange={(url) => change({ url })}
          placeholder="https://weather.example/now"
          hint={mustRepeatHeaders ? 'Another URL needs its headers again.' : undefined}
          error={errorAt(error, 'url')}
          isRequired
          mono
        />
        <MethodOrTool {...{ draft, change, error }} />
      </div>
      <HeadersField
        value={draft.headers}
        stored={storedHeaders}
        onChange={(headers) => change({ headers })}
        error={errorAt(error, 'headers')}
      />
      <Checkbox isSelected={draft.isEnabled} onChange={(isEnabled) => change({ isEnabled })}>
        Enabled: requests with <code>use_tools</code> offer it
      </Checkbox>
    </>
  );
}

/** The HTTP method, or the name of the tool at the MCP server. */
function MethodOrTool({ draft, change, error }: Omit<ToolFieldsProps, 'tool'>) {
  if (draft.kind === 'http') {
    return (
      <Select
        label="Method"
        options={methods.map((method) => ({ id: method, label: method }))}
        value={draft.method}
        onChange={(id) => change({ method: methods.find((method) => method === id) ?? 'GET' })}
        error={errorAt(error, 'method')}
      />
    );
  }
  return (
    <TextField
      label="Tool at the server"
      value={draft.tool}
      onChange={(name) => change({ tool: name })}
      error={errorAt(error, 'tool')}
      isRequired
      mono
    />
  );
}
