import { describe, expect, it, jest } from '@jest/globals';
import type { AnswerEvent, Chunk } from './answer.js';
import type { ChatBody } from './request.js';

// The client reads the origin of its page.
Object.assign(globalThis, { window: { location: { origin: 'http://127.0.0.1' } } });
const { ConversationStore } = await import('./conversation-store.js');

type OnEvent = (event: AnswerEvent) => void;

const question = {
  at: 0,
  messages: [{ role: 'user', content: 'Hello' }],
  models: ['a', 'b'],
  isRecorded: true,
} as const;
const body = {} as ChatBody;

function chunk(content: string): AnswerEvent {
  const choice = { index: 0, completion_id: 'c', delta: { content }, finish_reason: null };
  return { type: 'chunk', atMs: 1, chunk: { choices: [choice], session_id: 's', model: 'p/a' } as unknown as Chunk };
}

/** A store with streams that send what a test says, and never end. */
function storeWithStreams() {
  const streams: { readonly send: OnEvent; readonly signal: AbortSignal }[] = [];
  const store = new ConversationStore((_body, signal, send) => {
    streams.push({ send, signal });
    return new Promise<void>(() => {});
  });
  store.ask(question, () => body);
  return {
    store,
    streams,
    texts: () =>
      store
        .current()
        .turns.at(-1)
        ?.answers.map(({ text }) => text),
  };
}

describe('ConversationStore', () => {
  it('takes on what streams while nothing listens', () => {
    jest.useFakeTimers();
    const { store, streams, texts } = storeWithStreams();
    store.subscribe(() => {})();
    streams[0]?.send(chunk('One'));
    streams[1]?.send(chunk('Two'));
    jest.runAllTimers();
    expect(texts()).toEqual(['One', 'Two']);
    expect(store.current().isRunning).toBe(true);
    jest.useRealTimers();
  });

  it('stops answers at once with all of their text, and nothing that comes later changes them', () => {
    const { store, streams, texts } = storeWithStreams();
    streams[0]?.send(chunk('One'));
    store.stop();
    expect(store.current().turns[0]?.answers.map(({ status }) => status)).toEqual(['stopped', 'stopped']);
    expect(streams.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    store.retry(0, () => body);
    streams[0]?.send(chunk(' late'));
    store.stop();
    expect(texts()).toEqual(['', '']);
  });

  it('has the former conversation with its answers stopped, and its verdict when that is stored', () => {
    const { store } = storeWithStreams();
    const id = store.current().turns[0]?.id ?? '';
    store.open([]);
    const judgement = {
      id: 'j',
      verdict: { kind: 'tied', tied: 'good' },
      columns: [0, 1],
      metric: 'm',
      stored: ['x'],
      error: null,
    } as const;
    store.judge(id, judgement);
    const { previous, turns } = store.current();
    expect(turns).toEqual([]);
    expect(previous).toMatchObject([{ judgement, answers: [{ status: 'stopped' }, { status: 'stopped' }] }]);
    store.open(previous);
    expect(store.current()).toMatchObject({ turns: previous, isRunning: false });
  });
});
