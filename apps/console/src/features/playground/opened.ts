import type { Schemas } from '../../api/client.js';
import { argumentsOfTemplate } from '../../ui/template-arguments.js';
import { newAnswer, type Answer } from './answer.js';
import type { Message, Turn } from './conversation.js';
import { notCarried } from './not-carried.js';
import { argumentsFrom } from './prompt-arguments.js';
import { noSettings, type Settings } from './settings.js';

type Interaction = Schemas['Interaction'];

/** What the playground shows of a recorded interaction. */
export interface Opened {
  readonly turns: readonly Turn[];
  readonly settings: Settings;
  /** Key of the model in the project; null if it is not known. */
  readonly model: string | null;
  /** What the record or the playground lacks, in sentences. */
  readonly notes: readonly string[];
}

/** What the project has now, as far as an opened interaction depends on it. */
export interface OpenedIn {
  /** Keys of the tools of the project. */
  readonly tools: readonly string[];
  /** The template of the system prompt of a model; null for none. */
  readonly templateOf: (model: string) => string | null;
}

/**
 * Converts a recorded interaction into turns and settings. The system prompt of the model is not copied: it is sent
 * again.
 */
export function openInteraction(interaction: Interaction, { tools, templateOf }: OpenedIn): Opened {
  const messages = interaction.messages as readonly Message[];
  const [first] = messages;
  const system = first?.role === 'system' && typeof first.content === 'string' ? first.content : '';
  const model = interaction.model?.split('/').slice(1).join('/') ?? null;
  const template = templateOf(model ?? '');
  const systemArguments = template === null ? {} : argumentsFrom(template, interaction.system_prompt ?? '');
  const called = new Set((interaction.called_tools ?? []).map(({ tool }) => tool));
  return {
    turns: turnsOf(
      interaction.completion_id,
      system === '' ? messages : messages.slice(1),
      recordedAnswer(interaction, model),
    ),
    settings: {
      ...settingsOf(interaction),
      system,
      systemArguments: systemArguments ?? {},
      tools: called.size === 0 ? null : tools.filter((tool) => called.has(tool)),
    },
    model: model === '' ? null : model,
    notes: notCarried(interaction, systemArguments !== null || argumentsOfTemplate(template ?? '').length === 0),
  };
}

/** An answer of the assistant without calls ends a turn; everything else belongs to the turn that it begins. */
function turnsOf(completion: string, messages: readonly Message[], last: Answer): Turn[] {
  const turns: Turn[] = [];
  let begun: Message[] = [];
  const end = (answer: Answer) => {
    turns.push({
      id: `${completion}-${turns.length}`,
      messages: begun,
      answers: [answer],
      judgement: null,
      isRecorded: true,
    });
    begun = [];
  };
  for (const message of messages) {
    const isAnswer = message.role === 'assistant' && begun.length > 0 && (message.tool_calls ?? []).length === 0;
    if (isAnswer && typeof message.content === 'string')
      end(pastAnswer(message.content, message.completion_id ?? null));
    else begun.push(message);
  }
  if (begun.length > 0) end(last);
  return turns;
}

function pastAnswer(text: string, completionId: string | null): Answer {
  return { ...newAnswer(''), status: 'done', text, completionId };
}

function recordedAnswer(interaction: Interaction, model: string | null): Answer {
  const { completion, completion_id: completionId, usage, timings, finish_reason: finishReason } = interaction;
  return {
    ...pastAnswer(completion, completionId),
    model: model ?? '',
    answeredBy: interaction.model,
    usage,
    finishReason,
    calls: (interaction.tool_calls ?? []).map(({ id, function: { name, arguments: text } }) => ({
      id,
      name,
      arguments: text,
    })),
    firstTokenMs:
      timings === null || timings.first_token_ms === null ? null : timings.queue_ms + timings.first_token_ms,
    durationMs: timings === null ? null : timings.queue_ms + timings.total_ms,
  };
}

function settingsOf({ parameters, tags, user, labels, session_id: session }: Interaction): Settings {
  const { temperature, top_p: topP, max_tokens: maxTokens, stop = [], response_format: format } = parameters;
  return {
    ...noSettings,
    temperature: textOf(temperature),
    topP: textOf(topP),
    maxTokens: textOf(maxTokens),
    stop: stop.join('\n'),
    tags: tags.join(', '),
    user: labels['user'] ?? user ?? '',
    session,
    ...formatOf(format),
  };
}

function formatOf(format: Record<string, unknown> | undefined): Partial<Settings> {
  if (format?.['type'] === 'json_object') return { format: 'json_object' };
  if (format?.['type'] !== 'json_schema') return {};
  const { schema = {} } = (format['json_schema'] ?? {}) as { schema?: unknown };
  return { format: 'json_schema', schema: JSON.stringify(schema, null, 2) };
}

const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value));
