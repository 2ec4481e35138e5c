import type { Schemas } from '../../api/client.js';
import { isLeftOut, newAnswer, reduceAnswer, type Answer, type AnswerEvent } from './answer.js';
import { continuesFrom, type Verdict } from './judgement.js';

/** A message of a request. */
export type Message = Schemas['ChatMessageInput'];

/** A decision about the answers of a turn. */
export interface Judgement {
  /** Its own id, from which the idempotency keys of its comparisons follow. */
  readonly id: string;
  readonly verdict: Verdict;
  /** Columns of the answers that it is about: those that failed before take no part. */
  readonly columns: readonly number[];
  readonly metric: string;
  /** Ids of what was stored; null while it is being stored. */
  readonly stored: readonly string[] | null;
  readonly error: Error | null;
}

/** What a person wrote, and the answers of the models in the order of their columns. */
export interface Turn {
  readonly id: string;
  /** Usually one message of the user; more if an opened interaction has calls of functions. */
  readonly messages: readonly Message[];
  readonly answers: readonly Answer[];
  readonly judgement: Judgement | null;
  /** Whether the answers are recorded. Others cannot be judged. */
  readonly isRecorded: boolean;
}

/** What changes a conversation. */
export type ConversationAction =
  | { readonly type: 'opened'; readonly turns: readonly Turn[] }
  /** Starts a turn in place of the turn `at` and those after it. */
  | {
      readonly type: 'asked';
      readonly at: number;
      readonly id: string;
      readonly messages: readonly Message[];
      readonly models: readonly string[];
      readonly isRecorded: boolean;
    }
  | { readonly type: 'retried'; readonly turn: string; readonly column: number }
  | { readonly type: 'events'; readonly events: readonly TurnEvent[] }
  | { readonly type: 'judged'; readonly turn: string; readonly judgement: Judgement | null };

/** An event of one answer of a turn. */
export interface TurnEvent {
  readonly turn: string;
  readonly column: number;
  readonly event: AnswerEvent;
}

/** Returns the turns after an action. */
export function reduceConversation(turns: readonly Turn[], action: ConversationAction): readonly Turn[] {
  switch (action.type) {
    case 'opened':
      return action.turns;
    case 'asked': {
      const { at, id, messages, models, isRecorded } = action;
      return [...turns.slice(0, at), { id, messages, answers: models.map(newAnswer), judgement: null, isRecorded }];
    }
    case 'retried':
      return changed(turns, action.turn, (turn) => ({
        ...turn,
        answers: replaced(turn.answers, action.column, ({ model }) => newAnswer(model)),
      }));
    case 'events':
      return action.events.reduce(withEvent, turns);
    case 'judged':
      return changed(turns, action.turn, (turn) => ({ ...turn, judgement: action.judgement }));
  }
}

function withEvent(turns: readonly Turn[], { turn: id, column, event }: TurnEvent): readonly Turn[] {
  return changed(turns, id, (turn) => ({
    ...turn,
    answers: replaced(turn.answers, column, (answer) => reduceAnswer(answer, event)),
  }));
}

function changed(turns: readonly Turn[], id: string, change: (turn: Turn) => Turn): readonly Turn[] {
  return turns.map((turn) => (turn.id === id ? change(turn) : turn));
}

function replaced<T>(items: readonly T[], at: number, change: (item: T) => T): T[] {
  return items.map((item, index) => (index === at ? change(item) : item));
}

/** Returns the columns that a judgement is about: all answers beside each other but those that failed. */
export function judgedColumns({ answers }: Pick<Turn, 'answers'>): number[] {
  return answers.flatMap((answer, column) => (isLeftOut(answer) ? [] : [column]));
}

/** Whether there is something to judge: a single answer, or two that can be compared. */
export function hasChoice({ answers }: Pick<Turn, 'answers'>): boolean {
  return judgedColumns({ answers }).length >= Math.min(2, Math.max(1, answers.length));
}

/** Returns the column of a turn from which the next turn continues. */
export function columnContinued({ judgement, answers }: Turn): number {
  return continuesFrom(
    judgement?.verdict ?? null,
    answers.map(({ status, text }) => (status === 'failed' ? '' : text)),
  );
}

/** Returns the messages of the request of the last of these turns: the same for every model. */
export function messagesOf(turns: readonly Turn[], system: string): Message[] {
  const messages: Message[] = system.trim() === '' ? [] : [{ role: 'system', content: system }];
  turns.forEach((turn, index) => {
    messages.push(...turn.messages);
    if (index < turns.length - 1) messages.push(...answerMessage(turn));
  });
  return messages;
}

function answerMessage(turn: Turn): Message[] {
  const answer = turn.answers[columnContinued(turn)];
  if (answer === undefined || answer.text === '') return [];
  return [
    {
      role: 'assistant',
      content: answer.text,
      ...(answer.completionId !== null && { completion_id: answer.completionId }),
    },
  ];
}

/** Returns the session of an earlier answer of a model, so that its turns stay together; null for the first one. */
export function sessionOf(turns: readonly Turn[], model: string): string | null {
  const answers = turns.flatMap((turn) => turn.answers.filter((answer) => answer.model === model));
  return answers.findLast(({ sessionId }) => sessionId !== null)?.sessionId ?? null;
}

/** An image that a message has. */
export interface AttachedImage {
  readonly name: string;
  readonly url: string;
}

/** Returns the message of a user with a text and images. */
export function userMessage(text: string, images: readonly AttachedImage[]): Message {
  if (images.length === 0) return { role: 'user', content: text };
  return {
    role: 'user',
    content: [
      ...(text === '' ? [] : [{ type: 'text' as const, text }]),
      ...images.map(({ url }) => ({ type: 'image_url' as const, image_url: { url } })),
    ],
  };
}

/** Returns the text of a message without its images. */
export function textOf({ content }: Message): string {
  if (typeof content === 'string') return content;
  return (content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** Returns the images of a message. */
export function imagesOf({ content }: Message): AttachedImage[] {
  if (typeof content === 'string') return [];
  return (content ?? []).flatMap((part, index) => {
    if (part.type !== 'image_url') return [];
    const url = typeof part.image_url === 'string' ? part.image_url : part.image_url.url;
    return [{ name: `Image ${index + 1}`, url }];
  });
}
