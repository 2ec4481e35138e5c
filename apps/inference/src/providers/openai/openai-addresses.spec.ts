import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AddressPolicy } from '../../outgoing/address-policy.js';
import { collect } from '../../../test/providers/collect.js';
import { HttpSetup, request } from '../../../test/providers/http-setup.js';
import { openaiProtocol } from './openai-kind.js';
import { json } from '../../../test/providers/scripted-server.js';
import type { HttpTarget } from '../http/http-settings.js';

const never = new AbortController().signal;
const chat = { choices: [{ message: { content: 'Hello' } }] };
const vectors = { data: [{ index: 0, embedding: [1, 0] }] };

let setup: HttpSetup;

beforeEach(async () => {
  setup = new HttpSetup(openaiProtocol);
  await setup.server.start();
  setup.server.script = (response, seen) =>
    json(200, seen.path.endsWith('embeddings') ? vectors : chat)(response, seen);
  await setup.use({ addresses: new AddressPolicy([]), retries: { maxRetries: 2, backoffMs: 1 } });
});

afterEach(() => setup.stop());

const target = (changes: Partial<HttpTarget> = {}): HttpTarget => ({ ...setup.target, ...changes });

const requestKinds = {
  'a stream': (at: HttpTarget) => collect(setup.provider.chat(at, request(), never)),
  'a whole answer': (at: HttpTarget) => collect(setup.provider.chat(at, request({ stream: false }), never)),
  vectors: (at: HttpTarget) => setup.provider.embed(at, { input: ['Hi'], project: 't' }, never),
};

const refusal = {
  code: 'address_not_allowed',
  type: 'invalid_request_error',
  message: expect.stringContaining('EARSHOT_PROVIDERS_ALLOWED_NETWORKS'),
  details: undefined,
};

describe.each(Object.entries(requestKinds))('%s', (_, ask) => {
  it.each(['127.0.0.1', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', 'localhost'])(
    'is not asked for at %s where nobody vouches for the address, and nothing of what is there is told',
    async (host) => {
      const at = target({ baseUrl: setup.server.baseUrl.replace('127.0.0.1', host) });
      await expect(ask(at)).rejects.toMatchObject(refusal);
      expect(setup.server.connections).toBe(0);
    },
  );

  it('is asked for anywhere where the installation vouches for the address', async () => {
    await ask(target({ baseUrlTrusted: true }));
    expect(setup.server.seen).toHaveLength(1);
  });

  it('never comes over a connection that was made for another model that is vouched for', async () => {
    await ask(target({ baseUrlTrusted: true }));
    await expect(ask(target())).rejects.toMatchObject(refusal);
    expect(setup.server.seen).toHaveLength(1);
  });
});

it('a refused address is no failure of a server: it opens no circuit, however often it is asked for', async () => {
  const at = target();
  for (let times = 0; times < 10; times += 1) await expect(requestKinds['a stream'](at)).rejects.toMatchObject(refusal);
  expect(setup.warnings).toEqual([]);
});
