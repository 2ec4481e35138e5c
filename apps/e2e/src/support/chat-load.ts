import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from './api.js';
import { until } from './until.js';

/**
 * Outcome of one chat. `refused`: with Retry-After. `wrong`: a partial answer that looks complete, another chat's
 * words, or an unexpected error.
 */
export type Ending = 'answered' | 'refused' | 'error-event' | 'disconnected' | 'wrong';

/** One chat of a load. */
export interface Outcome {
  /** Unique text in prompt and label, by which its provider request and its record are found. */
  readonly marker: string;
  readonly stream: boolean;
  readonly ending: Ending;
  readonly tookMs: number;
  /** What was received instead of the answer. */
  readonly seen?: string;
}

/** Key, model and expected answer. */
export interface Chats {
  readonly key: string;
  readonly model: string;
  readonly answer: string;
}

/** Delay before a failed chat is followed by the next. */
const pauseMs = 100;
/** Longer than any fault lasts here. */
const progressWithinMs = 90_000;

/** A steady load: a number of concurrent chats until it is stopped. */
export class ChatLoad {
  readonly outcomes: Outcome[] = [];
  readonly #chats: Chats;
  readonly #loops: Promise<void>[];
  #stopped = false;

  constructor(chats: Chats, { whole, streams }: { whole: number; streams: number }) {
    this.#chats = chats;
    const kinds = [...Array<boolean>(whole).fill(false), ...Array<boolean>(streams).fill(true)];
    this.#loops = kinds.map((stream) => this.#loop(stream));
  }

  /** Resolves after `count` more answers, streamed and not streamed each. */
  async answersMore(count: number): Promise<void> {
    const targets = [false, true].map((stream) => ({ stream, count: this.#answered(stream) + count }));
    const isEnough = () => targets.every(({ stream, count: enough }) => this.#answered(stream) >= enough);
    await until(isEnough, progressWithinMs, pauseMs);
  }

  /** Stops the load. @returns all outcomes, after the last chat has ended. */
  async stop(): Promise<Outcome[]> {
    this.#stopped = true;
    await Promise.all(this.#loops);
    return this.outcomes;
  }

  #answered(stream: boolean): number {
    return this.outcomes.filter((outcome) => outcome.ending === 'answered' && outcome.stream === stream).length;
  }

  async #loop(stream: boolean): Promise<void> {
    while (!this.#stopped) {
      const outcome = await chatOnce(this.#chats, stream);
      this.outcomes.push(outcome);
      if (outcome.ending !== 'answered') await sleep(pauseMs);
    }
  }
}

/** Sends one chat and returns its outcome; never rejects. */
export async function chatOnce({ key, model, answer }: Chats, stream: boolean): Promise<Outcome> {
  const marker = randomUUID();
  const body = { model, stream, messages: [{ role: 'user', content: marker }], labels: { marker } };
  const startedAt = Date.now();
  const outcome = (ending: Ending, seen?: string): Outcome => ({
    marker,
    stream,
    ending,
    tookMs: Date.now() - startedAt,
    seen,
  });
  let response: Response;
  let text: string;
  try {
    response = await send('POST', '/api/v1/chat/completions', { key, body });
    text = await response.text();
  } catch (error) {
    return outcome('disconnected', String(error));
  }
  if ([502, 503].includes(response.status) && Number(response.headers.get('retry-after')) > 0)
    return outcome('refused', text);
  if (response.status !== 200) return outcome('wrong', `${response.status} ${text}`);
  const ending = stream ? endingOfStream(text, answer) : endingOfWhole(text, answer);
  return outcome(ending, ending === 'answered' ? undefined : text);
}

function endingOfWhole(text: string, answer: string): Ending {
  return JSON.parse(text).choices?.[0]?.message.content === answer ? 'answered' : 'wrong';
}

function endingOfStream(text: string, answer: string): Ending {
  // A busy machine may receive keep-alive comments.
  const events = text
    .split('\n\n')
    .slice(0, -1)
    .filter((event) => !event.startsWith(':'));
  const last = events.pop();
  const data = events.map((event) => JSON.parse(event.slice('data: '.length)));
  const words = data.map(({ choices }) => choices?.[0]?.delta.content ?? '').join('');
  if (last === 'data: [DONE]') return words === answer ? 'answered' : 'wrong';
  return last?.startsWith('data: {"error":') && answer.startsWith(words) ? 'error-event' : 'wrong';
}
