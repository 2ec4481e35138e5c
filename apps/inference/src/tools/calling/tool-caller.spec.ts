import { describe, expect, it } from '@jest/globals';
import type { Tool } from '@earshot/contracts-inference';
import { SecretBox } from '@earshot/service-kit';
import { aTool } from '../../../test/chat-fixtures.js';
import { ToolCaller } from './tool-caller.js';
import type { ToolHttp } from './tool-http.js';

const traceparent = `00-${'4'.repeat(32)}-${'5'.repeat(16)}-01`;
const secrets = new SecretBox(Buffer.alloc(32, 1), 'tool-headers');

/** The headers that a tool gets, by the calls of one caller. */
async function headersOf(tool: Tool, sent?: string): Promise<Record<string, string>> {
  const seen: Record<string, string>[] = [];
  const http = {
    send: async (_url: URL, { headers }: { headers: Record<string, string> }) => {
      seen.push(headers);
      return { status: 200, text: 'sunny' };
    },
  };
  const caller = new ToolCaller(http as unknown as ToolHttp, secrets, 1_000, { info: () => undefined });
  const outcome = await caller.call(tool, {}, new AbortController().signal, sent);
  expect(outcome).toEqual({ text: 'sunny', failed: false });
  return seen[0] ?? {};
}

describe('the traceparent of a call', () => {
  it('reaches the tool', async () => {
    expect(await headersOf(aTool(), traceparent)).toMatchObject({ traceparent });
  });

  it('is absent if the call belongs to no trace', async () => {
    expect(await headersOf(aTool())).not.toHaveProperty('traceparent');
  });

  it('gives way to a header of the tool', async () => {
    const { id } = aTool();
    const sealed_headers = secrets.seal(JSON.stringify({ Traceparent: 'own' }), id);
    const headers = await headersOf(aTool({ sealed_headers, header_names: ['Traceparent'] }), traceparent);
    expect(headers).toMatchObject({ Traceparent: 'own' });
    expect(headers).not.toHaveProperty('traceparent');
  });
});
