import type { Schemas } from '../../api/client.js';

type Listed = Schemas['ListedInteraction'];
type Content = Schemas['RecordedMessage']['content'];

/** What the table of interactions shows of one: small, so that many pages fit into memory. */
export interface InteractionRow {
  readonly id: string;
  readonly createdAt: string;
  readonly model: string | null;
  readonly source: Listed['source'];
  /** As the request named it; null without a name. */
  readonly user: string | null;
  readonly prompt: string;
  readonly completion: string;
  readonly tokens: number | null;
  readonly firstTokenMs: number | null;
  readonly totalMs: number | null;
  readonly finishReason: Listed['finish_reason'];
  /** Labels as `name:value`, then tags. */
  readonly labels: readonly string[];
}

const excerptLength = 160;
const tooLarge = 'Too large for the list';

/** Returns the row of a listed interaction. */
export function toRow(entry: Listed): InteractionRow {
  return {
    id: entry.completion_id,
    createdAt: entry.created_at,
    model: entry.model,
    source: entry.source,
    // The service records the name as a label.
    user: entry.labels['user'] ?? null,
    prompt: entry.messages === null ? tooLarge : excerptOf(promptOf(entry.messages)),
    completion: answerOf(entry),
    tokens: entry.usage?.total_tokens ?? null,
    firstTokenMs: entry.timings?.first_token_ms ?? null,
    totalMs: entry.timings?.total_ms ?? null,
    finishReason: entry.finish_reason,
    labels: [...labelsOf(entry).map(([name, value]) => `${name}:${value}`), ...entry.tags],
  };
}

/** Returns labels without the name of the user. */
export function labelsOf({ labels }: Pick<Listed, 'labels'>): [name: string, value: string][] {
  return Object.entries(labels).filter(([name]) => name !== 'user');
}

function answerOf({ completion, tool_calls = [], error }: Listed): string {
  if (completion === null) return tooLarge;
  if (completion !== '') return excerptOf(completion);
  const [call] = tool_calls;
  return call === undefined ? (error?.message ?? '') : `${call.function.name}(${excerptOf(call.function.arguments)})`;
}

/** Returns the text of the last message of the user, or of the last message without one. */
export function promptOf(messages: readonly Schemas['RecordedMessage'][]): string {
  const message = messages.findLast(({ role }) => role === 'user') ?? messages.at(-1);
  return message === undefined ? '' : contentText(message.content);
}

/** Returns the text of a message. An image is `[image]`. */
export function contentText(content: Content): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '[image]')).join(' ');
}

/** Returns the first words of a text in one line. */
export function excerptOf(text: string): string {
  // A prefix suffices, because white space only shrinks; the text can have megabytes.
  const line = text
    .slice(0, excerptLength * 4)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length <= excerptLength ? line : `${line.slice(0, excerptLength)}…`;
}
