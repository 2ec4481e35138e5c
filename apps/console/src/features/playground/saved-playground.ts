import { ApiError } from '../../api/api-error.js';
import { messageOf } from '../../api/error-message.js';
import { isRunning, type Answer } from './answer.js';
import type { Judgement, Message, Turn } from './conversation.js';
import type { Entered } from './kept-playground.js';
import type { PlaygroundSearch } from './search.js';

/** What the playground of a project keeps over a reload. */
export interface SavedPlayground {
  readonly turns: readonly Turn[];
  readonly entered: Entered;
  readonly search: PlaygroundSearch;
  readonly notes: readonly string[];
}

/** Longest text that is kept, in characters: a browser has 5 MiB for all projects. */
const maxLength = 2 ** 20;
/** Changes with the form of the text. */
const version = 1;

/** Returns the text to keep, without images where it is too long with them; null if it is too long even then. */
export function savedText(saved: SavedPlayground, limit = maxLength): string | null {
  const texts = [saved, withoutImages(saved)].map((each) => JSON.stringify({ version, ...each }, fromError));
  return texts.find(({ length }) => length <= limit) ?? null;
}

/** Reads a text of {@link savedText}. What was under way when the page was left has failed, and can be retried. */
export function readSaved(text: string): SavedPlayground | null {
  const saved = parsed(text);
  return saved?.version === version ? { ...saved, turns: saved.turns.map(interrupted) } : null;
}

function parsed(text: string): (SavedPlayground & { readonly version: number }) | null {
  try {
    return JSON.parse(text, toError) as SavedPlayground & { readonly version: number };
  } catch {
    return null;
  }
}

interface SavedError {
  readonly message: string;
  readonly api?: readonly [status: number, code: string, param: string | null];
}

/** Errors are only in the field `error`, of answers and judgements. */
function fromError(_: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { status, code, param } = value as Partial<ApiError>;
  return { message: messageOf(value), ...(value instanceof ApiError && { api: [status, code, param] }) };
}

function toError(key: string, value: unknown): unknown {
  if (key !== 'error' || value === null) return value;
  const { message, api } = value as SavedError;
  return api === undefined ? new Error(message) : new ApiError(message, ...api);
}

function withoutImages(saved: SavedPlayground): SavedPlayground {
  return {
    ...saved,
    turns: saved.turns.map((turn) => ({ ...turn, messages: turn.messages.map(withoutImage) })),
    entered: { ...saved.entered, draft: { ...saved.entered.draft, images: [] } },
  };
}

function withoutImage(message: Message): Message {
  if (!Array.isArray(message.content)) return message;
  const lost = { type: 'text' as const, text: '(An image was too large to keep over the reload.)' };
  return { ...message, content: message.content.map((part) => (part.type === 'image_url' ? lost : part)) };
}

function interrupted(turn: Turn): Turn {
  return { ...turn, answers: turn.answers.map(interruptedAnswer), judgement: interruptedJudgement(turn.judgement) };
}

function interruptedAnswer(answer: Answer): Answer {
  if (!isRunning(answer)) return answer;
  return { ...answer, status: 'failed', error: new Error('Interrupted: the page was reloaded before the end.') };
}

function interruptedJudgement(judgement: Judgement | null): Judgement | null {
  if (judgement === null || judgement.stored !== null || judgement.error !== null) return judgement;
  return { ...judgement, error: new Error('Interrupted: the page was reloaded before the verdict was stored.') };
}
