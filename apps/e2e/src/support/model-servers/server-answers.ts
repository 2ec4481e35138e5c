/** What a model server sends, in the form that its documentation shows. */
export interface ServerAnswers {
  /** Lines of a stream with the reasoning "Hm.", where the server has it, and the text "Hello there.". */
  readonly stream: readonly string[];
  /** The same as one object. */
  readonly whole: object;
  /** Lines of a stream that calls `weather` with `{"city":"Rome"}`. */
  readonly call: readonly string[];
  /** An error. */
  readonly failure: { readonly status: number; readonly body: object };
}

/** A line of a stream with JSON. */
export const data = (value: object): string => `data: ${JSON.stringify(value)}`;

/** The last line of a stream. */
export const done = 'data: [DONE]';

/** Tokens of each answer. */
export const usage = { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 };

/** The function call of each server, as OpenAI writes it. */
export const call = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Rome"}' } };
