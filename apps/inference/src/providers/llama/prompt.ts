import { invalidRequest } from '@earshot/errors';
import type { ChatHistoryItem, ChatWrapper, LlamaModel, Token } from 'node-llama-cpp';
import type { ProviderMessage } from '../model-provider.js';
import { contextLengthExceeded } from './llama-errors.js';
import { MAX_CHARACTERS_PER_TOKEN } from './llama-settings.js';

/** A conversation as the model reads it, and what ends the answer to it. */
export interface Prompt {
  tokens: Token[];
  /** Tokens that end the answer, besides those that the file itself marks as an end. */
  stopTokens: Set<Token>;
  /** Texts that end the answer. */
  stopTexts: string[];
}

function historyItem({ role, content: given }: ProviderMessage, index: number): ChatHistoryItem {
  const content = textOf(given);
  switch (role) {
    case 'system':
    case 'developer':
      return { type: 'system', text: content };
    case 'user':
      return { type: 'user', text: content };
    case 'assistant':
      return { type: 'model', response: [content] };
    case 'tool':
      throw invalidRequest('not_supported_yet', 'The embedded engine does not take tool messages yet.', {
        param: `messages[${index}].role`,
      });
  }
}

/** The models that this engine runs see no pictures: the chat service sends it none. */
function textOf(content: ProviderMessage['content']): string {
  return typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/**
 * Renders a conversation by the chat template of the model's file. Only the template's own text becomes control tokens:
 * messages are plain text, whatever they look like.
 *
 * @param contextTokens what the context holds: a far longer text is refused before it is cut into tokens.
 * @throws AppError `context_length_exceeded`, `not_supported_yet`
 */
export function buildPrompt(
  model: LlamaModel,
  template: ChatWrapper,
  messages: ProviderMessage[],
  contextTokens: number,
): Prompt {
  const characters = messages.reduce((sum, { content }) => sum + textOf(content).length, 0);
  if (characters > contextTokens * MAX_CHARACTERS_PER_TOKEN)
    throw contextLengthExceeded(contextTokens, null, undefined);

  // The empty turn at the end is the one to be written.
  const chatHistory: ChatHistoryItem[] = [...messages.map(historyItem), { type: 'model', response: [''] }];
  const { contextText, stopGenerationTriggers } = template.generateContextState({ chatHistory });
  const stopTokens = new Set<Token>();
  const stopTexts: string[] = [];
  for (const trigger of stopGenerationTriggers) {
    const [only, ...more] = trigger.values;
    if (typeof only === 'string' && more.length === 0) {
      stopTexts.push(only);
      continue;
    }
    const [token, ...rest] = trigger.tokenize(model.tokenizer);
    if (token !== undefined && rest.length === 0) stopTokens.add(token);
  }
  return { tokens: contextText.tokenize(model.tokenizer), stopTokens, stopTexts };
}
