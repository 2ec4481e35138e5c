import { thinkingFields, type ChatMessage, type MessagePart } from '@earshot/contracts-inference';
import {
  anthropicFieldNames,
  type AnthropicBlock,
  type AnthropicCount,
  type AnthropicInput,
  type AnthropicTool,
} from '@earshot/dto-inference';
import type { ChatCall } from '../chat-completions/chat-request.mapper.js';
import { checkHostedTools } from '../chat-completions/hosted-tools.js';

type Prompt = Pick<AnthropicInput, 'system' | 'messages'>;
type OwnTool = Extract<AnthropicTool, { type: 'custom' }>;
type Text = Extract<AnthropicBlock, { type: 'text' }>;
type Image = Extract<AnthropicBlock, { type: 'image' }>;

/** A request as a chat, and what of it only Anthropic's servers get. */
export interface MappedRequest {
  readonly chat: ChatCall;
  /** Paths of the tools that only Anthropic's servers have. */
  readonly dropped: string[];
  readonly anthropicFields: Record<string, unknown>;
}

/** Maps a request for a message. @param betas of the header `anthropic-beta`. */
export function toChat(input: AnthropicInput, betas: readonly string[]): MappedRequest {
  const { stream, temperature, top_p, top_k, max_tokens, stop_sequences: stop } = input;
  const { session_id, labels, tags, store, ab_campaign, system_prompt_args, metadata } = input;
  const { chat, dropped, anthropicFields } = toPrompt(input, betas);
  return {
    chat: {
      ...chat,
      ...{ stream, temperature, top_p, top_k, max_tokens, stop },
      ...{ session_id, labels, tags, store, ab_campaign, system_prompt_args },
      user: metadata?.user_id,
    },
    dropped,
    anthropicFields,
  };
}

/** Maps a prompt whose tokens are counted: a chat without an answer. */
export function toCount(input: AnthropicCount, betas: readonly string[]): MappedRequest {
  const { chat, ...others } = toPrompt(input, betas);
  return { chat: { ...chat, n: 0, store: false }, ...others };
}

function toPrompt(input: AnthropicCount, betas: readonly string[]): MappedRequest {
  const { model, tools, tool_choice: choice, drop_params, output_config: config } = input;
  const { format, ...options } = config ?? {};
  const own = (tools ?? []).filter((tool): tool is OwnTool => tool.type === 'custom');
  const dropped = [...(tools ?? []).entries()].flatMap(([at, tool]) =>
    tool.type === 'custom' ? [] : [`tools[${at}]`],
  );
  checkHostedTools('Anthropic', dropped, drop_params);
  const others = Object.entries(input).filter(([name, value]) => value != null && !anthropicFieldNames.has(name));
  const parallel = choice && 'disable_parallel_tool_use' in choice ? choice.disable_parallel_tool_use : undefined;
  return {
    chat: {
      model,
      messages: toMessages(input),
      tools: own.map(toTool),
      tool_choice: toChoice(choice),
      parallel_tool_calls: typeof parallel === 'boolean' ? !parallel : undefined,
      response_format: format && { type: 'json_schema', json_schema: { name: 'answer', schema: format.schema } },
      drop_params: drop_params ?? true,
    },
    dropped,
    anthropicFields: {
      ...Object.fromEntries(others),
      ...(Object.keys(options).length > 0 && { output_config: options }),
      ...(betas.length > 0 && { betas }),
    },
  };
}

/** The messages of a chat: the system prompt first, results of calls in messages of their own. */
export function toMessages({ system, messages }: Prompt): ChatMessage[] {
  const prompt = system?.length ? [{ role: 'system' as const, content: contentOf(system) }] : [];
  const others = messages.flatMap(({ role, content }) => {
    if (role === 'assistant') return [ofAssistant(content)];
    // A later system message keeps its place.
    if (role === 'system') return [{ role: 'developer' as const, content: contentOf(textsOf(content)) }];
    return ofUser(content);
  });
  return [...prompt, ...others];
}

function ofUser(content: Prompt['messages'][number]['content']): ChatMessage[] {
  if (typeof content === 'string') return [{ role: 'user', content }];
  const results = content
    .filter((block) => block.type === 'tool_result')
    .map((block) => ({
      role: 'tool' as const,
      content: contentOf(block.content),
      tool_call_id: block.tool_use_id,
      ...(block.anthropic_fields && { anthropic_fields: block.anthropic_fields }),
    }));
  const own = textsOf(content);
  return own.length === 0 ? results : [...results, { role: 'user', content: contentOf(own) }];
}

function ofAssistant(content: Prompt['messages'][number]['content']): ChatMessage {
  if (typeof content === 'string') return { role: 'assistant', content };
  const calls = content.flatMap((block) =>
    block.type === 'tool_use' ? [{ id: block.id, name: block.name, arguments: JSON.stringify(block.input) }] : [],
  );
  const thinking = content.filter((block) => block.type === 'thinking' || block.type === 'redacted_thinking');
  const signed = thinking.filter((block) => block.type === 'redacted_thinking' || block.signature !== '');
  const reasoning = thinking.map((block) => (block.type === 'thinking' ? block.thinking : '')).join('');
  return {
    role: 'assistant',
    content: contentOf(textsOf(content)),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...thinkingFields(reasoning, signed),
  };
}

function textsOf(content: Prompt['messages'][number]['content']): (Text | Image)[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return content.filter((block): block is Text | Image => block.type === 'text' || block.type === 'image');
}

/** A text wherever there are neither images nor fields of the interface. */
function contentOf(content: string | readonly (Text | Image)[]): ChatMessage['content'] {
  if (typeof content === 'string') return content;
  const texts = content.flatMap((block) =>
    block.type === 'text' && !('anthropic_fields' in block) ? [block.text] : [],
  );
  return texts.length === content.length ? texts.join('') : (content as MessagePart[]);
}

function toTool({ name, description, input_schema, strict, anthropic_fields }: OwnTool) {
  const described = { name, description, parameters: input_schema, strict };
  return { type: 'function' as const, function: described, ...(anthropic_fields && { anthropic_fields }) };
}

function toChoice(choice: AnthropicCount['tool_choice']): ChatCall['tool_choice'] {
  if (choice == null) return choice;
  if (choice.type === 'tool') return { type: 'function', function: { name: choice.name } };
  return choice.type === 'any' ? 'required' : choice.type;
}
