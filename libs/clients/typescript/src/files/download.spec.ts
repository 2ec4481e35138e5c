import { describe, expect, it } from '@jest/globals';
import { ScriptedServer, type Script } from '../../test/scripted-server.js';
import { Earshot } from '../earshot.js';

const file = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));

/** Sends the rest of the file, and breaks the first two connections in it. */
const breaking =
  (etagOf: (number: number) => string): Script =>
  ({ headers }, response, number) => {
    const from = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
    const isSame = headers['if-range'] === undefined || headers['if-range'] === etagOf(number);
    const body = isSame ? file.subarray(from) : file;
    const status = from > 0 && isSame ? 206 : 200;
    response.writeHead(status, { etag: etagOf(number), 'content-length': body.length });
    if (number > 2) response.end(body);
    else response.write(body.subarray(0, 30_000), () => setTimeout(() => response.socket?.destroy(), 20));
  };

async function downloadFrom(script: Script): Promise<{ bytes: Buffer; ranges: (string | undefined)[] }> {
  await using server = await ScriptedServer.start(script);
  const earshot = new Earshot({ baseURL: server.url, apiKey: 'es_x' });
  const { bytes, totalBytes } = await earshot.datasets.download({ project: 'shop', dataset: 'tickets' });
  expect(totalBytes).toBe(file.length);
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return { bytes: Buffer.concat(chunks), ranges: server.received.map(({ headers }) => headers.range) };
}

describe('a download', () => {
  it('goes on after broken connections where it stopped', async () => {
    const { bytes, ranges } = await downloadFrom(breaking(() => '"a"'));
    expect(bytes.equals(file)).toBe(true);
    expect(ranges).toEqual([undefined, 'bytes=30000-', 'bytes=60000-']);
  });

  it('fails if the file has changed meanwhile', async () => {
    await expect(downloadFrom(breaking((number) => `"${number}"`))).rejects.toThrow('has changed');
  });
});
