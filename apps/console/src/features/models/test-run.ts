import { api, bodyOf, fetchWithin, type Schemas } from '../../api/client.js';

/** The field of the older revision must be absent. */
type ChatBody = Pick<
  Schemas['ChatInput'],
  'model' | 'messages' | 'max_tokens' | 'tags' | 'system_prompt_args' | 'use_tools' | 'tools'
>;

/** What a test asks of a model. */
export interface TestInput {
  /** `{project}/{model}` */
  readonly model: string;
  readonly text: string;
  /** Arguments of the system prompt. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** Offers only this tool of the project. */
  readonly tool?: { readonly id: string; readonly others: readonly string[] };
}

/** What a test got. */
export interface TestOutput {
  readonly text: string;
  readonly model: string;
  /** From the request to the whole response, in ms. */
  readonly totalMs: number;
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number | null };
  readonly finishReason: string | null;
  /** The record of the answer; null for embeddings. */
  readonly record: Schemas['Interaction'] | null;
}

/** Marks the interactions of tests. */
export const testTag = 'test';

const maxTokens = 256;
const answerTimeoutMs = 120_000;
const shownNumbers = 6;

/** Sends one short chat, and reads its record. @throws ApiError */
export async function testChat(project: string, input: TestInput, signal: AbortSignal): Promise<TestOutput> {
  const started = performance.now();
  const answer = await bodyOf(
    api.POST('/api/v1/chat/completions', { body: chatBody(input), signal, fetch: fetchWithin(answerTimeoutMs) }),
  );
  const totalMs = performance.now() - started;
  const choice = (answer as Schemas['ChatResponse']).choices[0] as Schemas['ChatChoice'];
  const params = { path: { project, completion: choice.completion_id } };
  const record = await bodyOf(api.GET('/api/v1/projects/{project}/interactions/{completion}', { params, signal }));
  const { usage } = answer as Schemas['ChatResponse'];
  return {
    text: choice.message.content ?? '',
    model: choice.model,
    totalMs,
    usage,
    finishReason: choice.finish_reason,
    record,
  };
}

function chatBody({ model, text, args, tool }: TestInput): ChatBody {
  return {
    model,
    messages: [{ role: 'user', content: text }],
    max_tokens: maxTokens,
    tags: [testTag],
    ...(args !== undefined && { system_prompt_args: { ...args } }),
    ...(tool !== undefined && {
      use_tools: true,
      tools: [{ id: tool.id, enabled: true }, ...tool.others.map((id) => ({ id, enabled: false }))],
    }),
  };
}

/** Computes the vector of one text. @throws ApiError */
export async function testEmbedding(input: TestInput, signal: AbortSignal): Promise<TestOutput> {
  const started = performance.now();
  const body = { model: input.model, input: input.text };
  const { data, model, usage } = await bodyOf(
    api.POST('/api/v1/embeddings', { body, signal, fetch: fetchWithin(answerTimeoutMs) }),
  );
  const vector = data[0]?.embedding ?? [];
  const numbers = typeof vector === 'string' ? [] : vector.slice(0, shownNumbers);
  return {
    text: `[${numbers.map((number) => number.toFixed(4)).join(', ')}, …]  ${vector.length} numbers`,
    model,
    totalMs: performance.now() - started,
    usage: { prompt_tokens: usage.prompt_tokens, completion_tokens: null },
    finishReason: null,
    record: null,
  };
}
