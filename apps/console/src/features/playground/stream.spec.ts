import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AnswerEvent } from './answer.js';

// The client reads the origin of its page.
Object.assign(globalThis, { window: { location: { origin: 'http://127.0.0.1' } } });
const { streamChat } = await import('./stream.js');

const body = { model: 'demo', messages: [{ role: 'user' as const, content: 'Hi' }] };
const chunk = { id: 'x', choices: [], model: 'demo/demo', session_id: 's' };
const fetching = globalThis.fetch;
let sent: RequestInit | undefined;

function answerWith(status: number, ...parts: string[]): void {
  globalThis.fetch = jest.fn<typeof fetch>(async (_url, init) => {
    sent = init;
    return new Response(new Blob(parts).stream(), { status });
  });
}

async function eventsOf(signal = new AbortController().signal): Promise<AnswerEvent[]> {
  const events: AnswerEvent[] = [];
  await streamChat(body, signal, (event) => events.push(event));
  return events;
}

describe('streamChat', () => {
  beforeEach(() => {
    sent = undefined;
  });
  afterEach(() => {
    globalThis.fetch = fetching;
  });

  it('passes on chunks that arrive in any pieces, and the end', async () => {
    const text = `: comment\n\ndata: ${JSON.stringify(chunk)}\n\ndata: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
    answerWith(200, text.slice(0, 30), text.slice(30, 31), text.slice(31));
    expect((await eventsOf()).map(({ type }) => type)).toEqual(['chunk', 'chunk', 'ended']);
    expect(JSON.parse(sent?.body as string)).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  it('fails with the error of a response, of an event, and of a stream without an end', async () => {
    const error = { message: 'too hot', code: 'invalid_field', param: 'temperature', type: 'x' };
    answerWith(400, JSON.stringify({ error }));
    expect(await eventsOf()).toMatchObject([{ type: 'failed', error: { message: 'too hot', param: 'temperature' } }]);
    answerWith(200, `data: ${JSON.stringify(chunk)}\n\ndata: ${JSON.stringify({ error })}\n\n`);
    expect(await eventsOf()).toMatchObject([{ type: 'chunk' }, { type: 'failed', error: { code: 'invalid_field' } }]);
    answerWith(200, `data: ${JSON.stringify(chunk)}\n\n`);
    expect(await eventsOf()).toMatchObject([{ type: 'chunk' }, { type: 'failed' }]);
  });

  it('stops when it is aborted', async () => {
    const controller = new AbortController();
    globalThis.fetch = jest.fn<typeof fetch>(async (_url, init) => {
      controller.abort();
      throw init?.signal?.reason;
    });
    expect(await eventsOf(controller.signal)).toMatchObject([{ type: 'stopped' }]);
  });
});
