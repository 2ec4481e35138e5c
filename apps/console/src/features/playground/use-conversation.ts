import { useCallback, useEffect, useReducer, useRef } from 'react';
import { isRunning } from './answer.js';
import { reduceConversation, type Judgement, type Message, type Turn, type TurnEvent } from './conversation.js';
import { newId } from '../resource/new-id.js';
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

/** The conversation and what can be done with it. */
export interface Conversation {
  readonly turns: readonly Turn[];
  readonly isRunning: boolean;
  readonly ask: (question: Question, requestFor: RequestFor) => void;
  /** Starts one answer of the last turn again. */
  readonly retry: (column: number, requestFor: RequestFor) => void;
  /** Stops all answers that stream. */
  readonly stop: () => void;
  /** Replaces the conversation. */
  readonly open: (turns: readonly Turn[]) => void;
  readonly judge: (turn: string, judgement: Judgement | null) => void;
}

/** Holds a conversation, which begins with the opened turns, and its streams. Leaving the view stops them. */
export function useConversation(opened: readonly Turn[]): Conversation {
  const [turns, dispatch] = useReducer(reduceConversation, opened);
  const onEvents = useCallback((events: readonly TurnEvent[]) => dispatch({ type: 'events', events }), []);
  const { start, stop } = useStreams(onEvents);
  return {
    turns,
    isRunning: turns.some(({ answers }) => answers.some(isRunning)),
    stop,
    ask: (question, requestFor) => {
      stop();
      const action = { type: 'asked', id: newId(), ...question } as const;
      const next = reduceConversation(turns, action);
      dispatch(action);
      question.models.forEach((model, column) => start(action.id, column, requestFor(next, model)));
    },
    retry: (column, requestFor) => {
      const turn = turns.at(-1);
      const answer = turn?.answers[column];
      if (turn === undefined || answer === undefined) return;
      dispatch({ type: 'retried', turn: turn.id, column });
      start(turn.id, column, requestFor(turns, answer.model));
    },
    open: (opened) => {
      stop();
      dispatch({ type: 'opened', turns: opened });
    },
    judge: (turn, judgement) => dispatch({ type: 'judged', turn, judgement }),
  };
}

function useStreams(onEvents: (events: readonly TurnEvent[]) => void) {
  const running = useRef(new Set<AbortController>());
  const waiting = useRef<TurnEvent[]>([]);
  const stop = useCallback(() => {
    for (const controller of running.current) controller.abort();
  }, []);
  const paint = useCallback(() => {
    if (waiting.current.length === 0) return;
    onEvents(waiting.current);
    waiting.current = [];
  }, [onEvents]);
  const start = useCallback(
    (turn: string, column: number, body: ChatBody) => {
      const controller = new AbortController();
      running.current.add(controller);
      const stream = streamChat(body, controller.signal, (event) => {
        if (waiting.current.length === 0) setTimeout(paint, paintMs);
        waiting.current.push({ turn, column, event });
      });
      void stream.finally(() => running.current.delete(controller));
    },
    [paint],
  );
  useEffect(() => stop, [stop]);
  return { start, stop };
}
