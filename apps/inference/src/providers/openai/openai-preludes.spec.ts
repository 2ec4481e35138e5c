import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collect, answerTextOf } from '../../../test/providers/collect.js';
import { HttpSetup } from '../../../test/providers/http-setup.js';
import { openaiProtocol } from './openai-kind.js';
import { delta, DONE, json, pieces } from '../../../test/providers/scripted-server.js';

const setup = new HttpSetup(openaiProtocol);
const { server } = setup;

beforeAll(() => server.start());
afterAll(() => setup.stop());

it.each([true, false])('informational responses before an answer are passed over, streamed: %p', async (stream) => {
  const content = 'Hello';
  server.script = async (response, seen) => {
    response.writeProcessing();
    await new Promise<void>((resolve) => response.writeEarlyHints({ link: '</a>; rel=preload' }, resolve));
    await (stream ? pieces(delta(content, 'stop'), DONE) : json(200, { choices: [{ message: { content } }] }))(
      response,
      seen,
    );
  };
  expect(answerTextOf(await collect(setup.chat({ stream })))).toBe(content);
});

describe('a byte order mark before an answer is passed over, one in its text is kept', () => {
  const MARK = '\ufeff';
  const content = `${MARK}Hello`;

  it.each([
    ['at once', (stream: string) => [stream]],
    ['byte by byte', (stream: string) => [...Buffer.from(stream)].map((byte) => Buffer.of(byte))],
  ])('streamed, %s', async (_how, cut) => {
    // Between two events it is text of an unknown field.
    server.script = pieces(...cut(`${MARK}${delta(content)}`), `${MARK}data: x\n${delta('!', 'stop')}${DONE}`);
    expect(answerTextOf(await collect(setup.chat()))).toBe(`${content}!`);
  });

  it('whole', async () => {
    const body = JSON.stringify({ choices: [{ message: { content } }] });
    server.script = (response) => void response.writeHead(200).end(MARK + body);
    expect(answerTextOf(await collect(setup.chat({ stream: false })))).toBe(content);
  });
});
