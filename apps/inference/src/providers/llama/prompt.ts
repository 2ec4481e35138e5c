import { invalidRequest } from '@earshot/errors';
import type { ChatHistoryItem, ChatWrapper, LlamaModel, Token } from 'node-llama-cpp';
import type { ProviderMessage } from '../model-provider.js';
import { contextLengthExceeded } from './llama-errors.js';
import { MAX_CHARACTERS_PER_TOKEN } from './llama-settings.js';

/** A rendered conversation, and what ends the answer. */
export interface Prompt {
  tokens: Token[];
  /** Tokens that end the answer, besides those that the file itself marks as an end. */
  stopTokens: Set<Token>;
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
      throw invalidRequest('not_supported_yet', 'The embedded engine does not support tool messages yet.', {
        param: `messages[${index}].role`,
      });
  }
}

/** The engine's models read no images, so the chat service sends none. */
function textOf(content: ProviderMessage['content']): string {
  return typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/**
 * Renders a conversation by the model's chat template. Only the template's own text becomes control tokens.
 * @param contextTokens far longer texts are rejected before tokenizing.
 * @throws AppError `context_length_exceeded`, `not_supported_yet`
 */
export function buildPrompt(
  model: LlamaModel,
  template: ChatWrapper,
  messages: ProviderMessage[],
  contextTokens: number,
): Prompt {
  const characters = messages.reduce((sum, { content }) => sum + textOf(content).length, 0);
  if (characters > contextTokens * MAX_CHARACTERS_PER_TOKEN) throw contextLengthExceeded(contextTokens, null);

  // The model continues the empty last turn.
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
