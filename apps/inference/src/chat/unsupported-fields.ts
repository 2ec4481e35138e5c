import type { ChatRequest } from '@earshot/contracts-inference';

/** Fields of answers that clients repeat with the message. They are no part of the prompt. */
const repeatedFields = new Set([
  'reasoning_content',
  'reasoning',
  'reasoning_details',
  'thinking_blocks',
  'refusal',
  'annotations',
  'audio',
  'function_call',
]);

/** Fields that change only how long a provider keeps the prompt. */
const hints = new Set(['cache_control']);

/** Paths of unknown fields of the messages, their parts and the functions of a request. */
export function unsupportedFields({ messages, tools }: Pick<ChatRequest, 'messages' | 'tools'>): string[] {
  const inMessages = messages.flatMap(({ content, provider_fields }, index) => {
    const path = `messages[${index}]`;
    const parts = typeof content === 'string' ? [] : content;
    return [
      ...pathsOf(path, provider_fields),
      ...parts.flatMap((part, position) => pathsOf(`${path}.content[${position}]`, part.provider_fields)),
    ];
  });
  const functions = tools?.functions ?? [];
  return [
    ...inMessages,
    ...functions.flatMap(({ position, provider_fields }) => pathsOf(`tools[${position}]`, provider_fields)),
  ];
}

function pathsOf(path: string, fields: Readonly<Record<string, unknown>> | undefined): string[] {
  const names = Object.keys(fields ?? {}).filter((name) => !repeatedFields.has(name) && !hints.has(name));
  return names.map((name) => `${path}.${name}`);
}
