import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { runWithCalls } from '@earshot/telemetry';
import { captureSpans } from '@earshot/telemetry/testing';
import { BucketBytes } from './bucket-bytes.js';

const call = { requestId: 'r', traceparent: `00-${'4'.repeat(32)}-${'5'.repeat(16)}-01` };
const client = 3;

describe('an S3 operation', () => {
  const bytes = new BucketBytes({ answerMs: 10_000, stallMs: 10_000 });
  let server: Server;

  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(request.url?.includes('absent') ? 404 : 200).end('violet'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterAll(async () => {
    await bytes.close();
    server.close();
  });

  const urlOf = (key: string) =>
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket/${key}?X-Amz-Signature=s1gned`;
  const sent = (as?: 'UploadPart') => bytes.put(urlOf('a-key'), Buffer.from('violet'), { size: 6, as });

  it('has a span in the trace of its call, without key, URL or bytes', async () => {
    const { spans, text: all } = await captureSpans(process.env, () =>
      runWithCalls([call], async () => {
        await sent();
        await sent('UploadPart');
        expect(await text(await bytes.get(urlOf('a-key')))).toBe('violet');
        await expect(bytes.get(urlOf('absent'))).rejects.toMatchObject({ code: 'service_unavailable' });
      }),
    );
    expect(spans.map(({ name }) => name)).toEqual(['S3.PutObject', 'S3.UploadPart', 'S3.GetObject', 'S3.GetObject']);
    for (const { kind, traceId, parentSpanId } of spans)
      expect([kind, traceId, parentSpanId]).toEqual([client, '4'.repeat(32), '5'.repeat(16)]);
    expect(spans[0]?.attributes).toEqual({
      'rpc.system.name': 'aws-api',
      'rpc.method': 'S3/PutObject',
      'peer.service': 'bucket',
    });
    expect(spans[3]?.attributes).toMatchObject({ 'error.type': 'service_unavailable' });
    for (const secret of ['a-key', 'absent', 's1gned', 'violet']) expect(all).not.toContain(secret);
  });

  it('has no span without a call', async () => {
    const { spans } = await captureSpans(process.env, () => sent());
    expect(spans).toEqual([]);
  });
});
