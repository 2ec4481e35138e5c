import { UsageError } from '../http/errors.js';

/** A choice of an answer, or of a chunk of it. */
interface ChoiceLike {
  readonly index?: number;
  readonly completion_id?: string;
}

/** An event of a stream of `responses` or of Anthropic. */
interface EventLike {
  readonly type: string;
  readonly response?: { readonly id: string };
  readonly message?: unknown;
}

/**
 * An answer of Earshot that feedback can be about:
 *
 * - an answer of an OpenAI or Anthropic client, or any chunk of one;
 * - an event of a stream of `responses` or of Anthropic that has the answer: `response.created`, `message_start`;
 * - the HTTP `Response` of such a client (`.withResponse()`);
 * - an interaction, or the response to an import;
 * - a completion id.
 */
export type Answer =
  | string
  | { readonly headers: Pick<Headers, 'get'> }
  | { readonly completion_id: string }
  | { readonly id: string; readonly choices?: readonly ChoiceLike[] }
  | { readonly choices: readonly ChoiceLike[] }
  | EventLike;

const idsHeader = 'x-earshot-completion-ids';
const noId = 'The answer has no id. Expected an answer of Earshot, a chunk of one, or a completion id.';

/**
 * Returns the id of the completion that an answer is.
 *
 * @param choice index of the choice, of an answer with several
 * @throws UsageError if the answer does not determine it
 */
export function completionIdOf(answer: Answer, choice?: number): string {
  if (typeof answer === 'string') return notEmpty(answer);
  if (typeof answer !== 'object' || (answer as unknown) === null) throw new UsageError(noId);
  if ('headers' in answer) return idOfHeader(answer.headers, choice ?? 0);
  if ('completion_id' in answer) return answer.completion_id;
  if (isEvent(answer)) return idOfEvent(answer);
  const choices = answer.choices ?? [];
  const own = choice === undefined ? choices[0] : choices.find(({ index }) => index === choice);
  if (choice === undefined && choices.length > 1) throw ambiguous(`It has ${choices.length} choices.`);
  if (own?.completion_id !== undefined) return own.completion_id;
  const isOnlyChoice = (choice ?? 0) === 0 && choices.length <= 1 && (own?.index ?? 0) === 0;
  if (!isOnlyChoice) throw ambiguous(`It does not have the id of choice ${choice ?? own?.index}.`);
  if ('id' in answer) return notEmpty(answer.id);
  throw new UsageError(noId);
}

function isEvent(answer: object): answer is EventLike {
  return 'type' in answer && !('id' in answer);
}

/** Of the events of a stream, those that begin or end it have the answer. */
function idOfEvent({ type, response, message }: EventLike): string {
  const { id } = (response ?? message ?? {}) as { id?: unknown };
  if (typeof id === 'string' && id) return id;
  throw new UsageError(`The event ${type} has no id. Use \`response.created\` or \`message_start\` of the stream.`);
}

function idOfHeader(headers: Pick<Headers, 'get'>, choice: number): string {
  const ids = headers.get(idsHeader)?.split(',') ?? [];
  const id = ids[choice]?.trim();
  if (id) return id;
  throw new UsageError(
    `The response has ${ids.length} ids in the header ${idsHeader}; choice ${choice} was asked for. ` +
      'Expected the response to a chat with Earshot.',
  );
}

function ambiguous(reason: string): UsageError {
  return new UsageError(
    `${reason} Set \`choice\`, and pass the HTTP response: const { data, response } = await ` +
      'client.chat.completions.create(...).withResponse()',
  );
}

function notEmpty(id: string): string {
  if (id) return id;
  throw new UsageError('The id of the answer is empty. Expected an answer of Earshot.');
}
