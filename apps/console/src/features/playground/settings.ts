import type { Schemas } from '../../api/client.js';

type ChatInput = Schemas['ChatInput'];

/** What is set for a request, as it is typed. Empty texts are not sent. */
export interface Settings {
  readonly temperature: string;
  readonly topP: string;
  readonly maxTokens: string;
  readonly maxFirstTokenMs: string;
  /** One sequence a line. */
  readonly stop: string;
  readonly format: 'default' | 'text' | 'json_object' | 'json_schema';
  /** JSON Schema of the answer, for `json_schema`. */
  readonly schema: string;
  /** The caller's system message. */
  readonly system: string;
  /** Arguments of the model's system prompt by name. */
  readonly systemArguments: Readonly<Record<string, string>>;
  /** Keys of the project's tools that are offered; null: `use_tools` is not sent. */
  readonly tools: readonly string[] | null;
  readonly toolChoice: 'default' | 'auto' | 'none' | 'required';
  /** Session of all requests; empty: a new one for each conversation and model. */
  readonly session: string;
  readonly user: string;
  /** Separated by commas. */
  readonly tags: string;
  readonly store: boolean;
}

/** Nothing set: every value is the model's. */
export const noSettings: Settings = {
  temperature: '',
  topP: '',
  maxTokens: '',
  maxFirstTokenMs: '',
  stop: '',
  format: 'default',
  schema: '',
  system: '',
  systemArguments: {},
  tools: null,
  toolChoice: 'default',
  session: '',
  user: '',
  tags: '',
  store: true,
};

const numbers = [
  ['temperature', 'temperature'],
  ['topP', 'top_p'],
  ['maxTokens', 'max_tokens'],
  ['maxFirstTokenMs', 'max_ttft_ms'],
] as const;

/** Returns what cannot be sent, by the name of the field in the interface. Bounds are the interface's to check. */
export function settingErrors(settings: Settings): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [name, field] of numbers)
    if (!Number.isFinite(Number(settings[name]))) errors[field] = 'Enter a number, or nothing.';
  if (settings.format === 'json_schema' && objectOf(settings.schema) === null)
    errors['response_format'] = 'Enter a JSON Schema: a JSON object.';
  return errors;
}

/** Returns how many settings differ from the default. */
export function countOfSettings(settings: Settings): number {
  const names = Object.keys(noSettings) as (keyof Settings)[];
  return names.filter((name) => JSON.stringify(settings[name]) !== JSON.stringify(noSettings[name])).length;
}

/** A tool of the project, as far as a request depends on it. */
export interface OfferedTool {
  readonly key: string;
  readonly enabled: boolean;
}

/** Returns the fields of a request that the settings set. Unset ones are absent. */
export function fieldsOf(settings: Settings, tools: readonly OfferedTool[]): Partial<ChatInput> {
  const stop = settings.stop.split('\n').filter((line) => line !== '');
  const tags = settings.tags.split(',').flatMap((tag) => tag.trim() || []);
  const systemArguments = argumentsOf(settings.systemArguments);
  const fields: Partial<ChatInput> = {};
  for (const [name, field] of numbers) if (settings[name].trim() !== '') fields[field] = Number(settings[name]);
  if (stop.length > 0) fields.stop = stop;
  if (settings.format !== 'default') fields.response_format = formatOf(settings);
  if (systemArguments !== null) fields.system_prompt_args = systemArguments;
  Object.assign(fields, toolFieldsOf(settings, tools));
  if (settings.user.trim() !== '') fields.user = settings.user.trim();
  if (tags.length > 0) fields.tags = tags;
  if (!settings.store) fields.store = false;
  return fields;
}

function formatOf({ format, schema }: Settings): Schemas['ResponseFormat'] {
  if (format !== 'json_schema') return { type: format === 'json_object' ? 'json_object' : 'text' };
  return { type: 'json_schema', json_schema: { name: 'answer', schema: objectOf(schema) } };
}

function toolFieldsOf(settings: Settings, tools: readonly OfferedTool[]): Partial<ChatInput> {
  const chosen = settings.tools;
  if (chosen === null || tools.length === 0) return {};
  const overrides = tools
    .filter(({ key, enabled }) => chosen.includes(key) !== enabled)
    .map(({ key, enabled }) => ({ id: key, enabled: !enabled }));
  return {
    use_tools: true,
    ...(overrides.length > 0 && { tools: overrides }),
    ...(settings.toolChoice !== 'default' && { tool_choice: settings.toolChoice }),
  };
}

function argumentsOf(texts: Readonly<Record<string, string>>): Record<string, unknown> | null {
  const given = Object.entries(texts).filter(([, text]) => text !== '');
  return given.length === 0 ? null : Object.fromEntries(given.map(([name, text]) => [name, valueOf(text)]));
}

/** A list or an object is read as JSON, for loops of a template; anything else is a text. */
function valueOf(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
