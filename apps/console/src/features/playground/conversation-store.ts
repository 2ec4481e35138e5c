import { newId } from '../resource/new-id.js';
import type { AnswerEvent } from './answer.js';
import { isRunning } from './answer.js';
import {
  reduceConversation,
  type ConversationAction,
  type Judgement,
  type Message,
  type Turn,
  type TurnEvent,
} from './conversation.js';
import type { ChatBody } from './request.js';
import { streamChat } from './stream.js';

/** Time between two paintings of what streams: 20 a second look smooth, and four streams leave time for keys. */
const paintMs = 50;

/** Returns the request of the last of these turns to a model. */
export type RequestFor = (turns: readonly Turn[], model: string) => ChatBody;

/** What to ask, and whom. */
export interface Question {
  /** Index of the turn that it replaces, with those after it. */
  readonly at: number;
  readonly messages: readonly Message[];
  /** Keys of the models in the order of their columns. */
  readonly models: readonly string[];
  readonly isRecorded: boolean;
}

/** The turns of a conversation at a time. */
export interface Conversations {
  readonly turns: readonly Turn[];
  readonly isRunning: boolean;
  /** Turns of the conversation before; empty for none. */
  readonly previous: readonly Turn[];
}

/** A running answer. */
interface Stream {
  readonly turn: string;
  readonly column: number;
  readonly controller: AbortController;
  readonly startMs: number;
}

/** Holds a conversation and its streams, which go on while no view shows them. */
export class ConversationStore {
  readonly #listeners = new Set<() => void>();
  readonly #streams = new Set<Stream>();
  #waiting: TurnEvent[] = [];
  #state: Conversations = { turns: [], isRunning: false, previous: [] };

  constructor(private readonly stream: typeof streamChat = streamChat) {}

  /** Notifies of changes. Returns the function that stops it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What it holds now: the same object until it changes. */
  readonly current = (): Conversations => this.#state;

  readonly ask = (question: Question, requestFor: RequestFor): void => {
    this.stop();
    const id = newId();
    this.#dispatch({ type: 'asked', id, ...question });
    const { turns } = this.#state;
    question.models.forEach((model, column) => this.#start(id, column, requestFor(turns, model)));
  };

  /** Starts one answer of the last turn again. */
  readonly retry = (column: number, requestFor: RequestFor): void => {
    const turn = this.#state.turns.at(-1);
    const answer = turn?.answers[column];
    if (turn === undefined || answer === undefined) return;
    this.#dispatch({ type: 'retried', turn: turn.id, column });
    this.#start(turn.id, column, requestFor(this.#state.turns, answer.model));
  };

  /** Stops all answers that stream. */
  readonly stop = (): void => {
    this.#paint();
    const events = [...this.#streams].map(({ turn, column, startMs }): TurnEvent => {
      return { turn, column, event: { type: 'stopped', atMs: performance.now() - startMs } };
    });
    for (const { controller } of this.#streams) controller.abort();
    this.#streams.clear();
    if (events.length > 0) this.#dispatch({ type: 'events', events });
  };

  /** Replaces the conversation, which becomes the previous one. */
  readonly open = (turns: readonly Turn[]): void => {
    this.stop();
    if (this.#state.turns.length > 0) this.#change({ previous: this.#state.turns });
    this.#dispatch({ type: 'opened', turns });
  };

  /** Sets the judgement of a turn, also of the previous conversation: its write may end later. */
  readonly judge = (turn: string, judgement: Judgement | null): void => {
    const action = { type: 'judged', turn, judgement } as const;
    this.#change({ previous: reduceConversation(this.#state.previous, action) });
    this.#dispatch(action);
  };

  #start(turn: string, column: number, body: ChatBody): void {
    const stream: Stream = { turn, column, controller: new AbortController(), startMs: performance.now() };
    this.#streams.add(stream);
    const onEvent = (event: AnswerEvent) => {
      // A stopped answer has ended already.
      if (!this.#streams.has(stream)) return;
      if (this.#waiting.length === 0) setTimeout(() => this.#paint(), paintMs);
      this.#waiting.push({ turn, column, event });
    };
    void this.stream(body, stream.controller.signal, onEvent).finally(() => this.#streams.delete(stream));
  }

  #paint(): void {
    const events = this.#waiting;
    this.#waiting = [];
    if (events.length > 0) this.#dispatch({ type: 'events', events });
  }

  #dispatch(action: ConversationAction): void {
    this.#change({ turns: reduceConversation(this.#state.turns, action) });
  }

  #change(changes: Partial<Pick<Conversations, 'turns' | 'previous'>>): void {
    const { turns, previous } = { ...this.#state, ...changes };
    this.#state = { turns, previous, isRunning: turns.some(({ answers }) => answers.some(isRunning)) };
    for (const listener of this.#listeners) listener();
  }
}
