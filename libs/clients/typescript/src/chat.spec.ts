import { describe, expect, it } from '@jest/globals';
import { ScriptedServer, type Script } from '../test/scripted-server.js';
import { Earshot } from './earshot.js';
import { ConnectionError } from './http/errors.js';

const chunk = (content: string) =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content } }] })}\n\n`;
const failure = { error: { message: 'The worker died.', type: 'overloaded_error', code: 'worker_lost', param: null } };

const streaming =
  (...events: string[]): Script =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(events.join(''));
  };

async function textOf(script: Script): Promise<string> {
  await using server = await ScriptedServer.start(script);
  const earshot = new Earshot({ baseURL: server.url, apiKey: 'es_x' });
  let text = '';
  for await (const { choices } of earshot.chat.stream({ model: 'demo', messages: [] }))
    text += choices[0]?.delta.content ?? '';
  return text;
}

describe('a streamed chat', () => {
  it('yields chunks until the end, and ignores comments', async () => {
    expect(await textOf(streaming(chunk('Hel'), ': idle\n\n', chunk('lo'), 'data: [DONE]\n\n'))).toBe('Hello');
  });

  it('throws an error that comes after the first chunk', async () => {
    const events = streaming(chunk('Hel'), `data: ${JSON.stringify(failure)}\n\n`);
    await expect(textOf(events)).rejects.toMatchObject({ code: 'worker_lost', message: 'The worker died.' });
  });

  it('throws if the stream ends before the answer does', async () => {
    await expect(textOf(streaming(chunk('Hel')))).rejects.toThrow(ConnectionError);
  });
});
