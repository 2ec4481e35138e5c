import type { Schemas } from '../../api/client.js';

/** A piece of a streamed answer. */
export type Chunk = Schemas['ChatResponseChunk'];

/** A call that the model wrote for a function of the caller. */
export interface FunctionCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** One answer of one model, while it streams and afterwards. */
export interface Answer {
  /** Key of the model that was asked. */
  readonly model: string;
  readonly status: 'waiting' | 'streaming' | 'done' | 'stopped' | 'failed';
  /** Null before the first chunk. Feedback and comparisons name it. */
  readonly completionId: string | null;
  readonly sessionId: string | null;
  /** `{project}/{model}` that answered: a fallback, if the asked model failed. */
  readonly answeredBy: string | null;
  readonly text: string;
  /** What the model wrote before the text. */
  readonly reasoning: string;
  readonly calls: readonly FunctionCall[];
  readonly finishReason: string | null;
  readonly usage: Schemas['Usage'] | null;
  readonly firstTokenMs: number | null;
  readonly durationMs: number | null;
  readonly error: Error | null;
}

/** What happens to an answer. `atMs`: time since the request. */
export type AnswerEvent =
  | { readonly type: 'chunk'; readonly chunk: Chunk; readonly atMs: number }
  | { readonly type: 'ended' | 'stopped'; readonly atMs: number }
  | { readonly type: 'failed'; readonly error: Error; readonly atMs: number };

/** An answer of which nothing has arrived yet. */
export function newAnswer(model: string): Answer {
  return {
    model,
    status: 'waiting',
    completionId: null,
    sessionId: null,
    answeredBy: null,
    text: '',
    reasoning: '',
    calls: [],
    finishReason: null,
    usage: null,
    firstTokenMs: null,
    durationMs: null,
    error: null,
  };
}

/** Whether more of the answer will arrive. */
export function isRunning({ status }: Answer): boolean {
  return status === 'waiting' || status === 'streaming';
}

/** Whether feedback can name the answer: from its first token on. */
export function isJudgeable({ completionId, status }: Answer): boolean {
  return completionId !== null && status !== 'failed';
}

/** Whether the answer takes no part in a judgement: it failed, or ended before its first token. */
export function isLeftOut(answer: Answer): boolean {
  return !isRunning(answer) && !isJudgeable(answer);
}

/** Returns the answer after an event. Events after the end change nothing. */
export function reduceAnswer(answer: Answer, event: AnswerEvent): Answer {
  if (!isRunning(answer)) return answer;
  switch (event.type) {
    case 'chunk':
      return withChunk(answer, event.chunk, event.atMs);
    case 'ended':
      return { ...answer, status: 'done', durationMs: event.atMs };
    case 'stopped':
      return { ...answer, status: 'stopped', durationMs: event.atMs };
    case 'failed':
      return { ...answer, status: 'failed', durationMs: event.atMs, error: event.error };
  }
}

function withChunk(answer: Answer, chunk: Chunk, atMs: number): Answer {
  const choice = chunk.choices.find(({ index }) => index === 0);
  const next: Answer = {
    ...answer,
    status: 'streaming',
    sessionId: chunk.session_id,
    answeredBy: chunk.model,
    usage: chunk.usage ?? answer.usage,
  };
  if (choice === undefined) return next;
  const { content, refusal, reasoning_content: reasoning = '', tool_calls: calls } = choice.delta;
  const text = (content ?? '') + (refusal ?? '');
  const hasOutput = text + reasoning !== '' || (calls ?? []).length > 0;
  return {
    ...next,
    completionId: choice.completion_id,
    text: answer.text + text,
    reasoning: answer.reasoning + reasoning,
    calls: calls === undefined ? answer.calls : withCalls(answer.calls, calls),
    finishReason: choice.finish_reason ?? answer.finishReason,
    firstTokenMs: answer.firstTokenMs ?? (hasOutput ? atMs : null),
  };
}

function withCalls(calls: readonly FunctionCall[], deltas: readonly Schemas['FunctionCallDelta'][]): FunctionCall[] {
  const next = [...calls];
  for (const { index, id, function: part } of deltas) {
    const before = next[index] ?? { id: '', name: '', arguments: '' };
    next[index] = {
      id: id ?? before.id,
      name: part.name ?? before.name,
      arguments: before.arguments + part.arguments,
    };
  }
  return next;
}
