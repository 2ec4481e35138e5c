import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { hostileServers, RawServer, written, type RawScript } from '@earshot/storage-client/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { AddressPolicy, parseNetworks } from '../outgoing/address-policy.js';
import { maxImageBytes, RemoteImages } from './remote-images.js';

/** In which what a fetch has left behind would show: an error that nobody handles fails the test. */
const aftermathMs = 30;

/** What a caller may not read: words of the network, of a client of it, or of this service's own code. */
const givenAway = /ECONN|UND_ERR|socket|undici|terminated|fetch failed|at .*\.ts/i;

const gif = { contentType: 'image/gif', body: 'GIF89a and some more' };
const dataUrl = `data:image/gif;base64,${Buffer.from(gif.body).toString('base64')}`;
const never = new AbortController().signal;

let images: RemoteImages;
let servers: RawServer[];

beforeEach(() => {
  servers = [];
  images = of('127.0.0.1/32');
});

afterEach(async () => {
  await sleep(aftermathMs);
  await images.close();
  await Promise.all(servers.map((server) => server.close()));
});

function of(networks: string): RemoteImages {
  const resolve: ConstructorParameters<typeof RemoteImages>[1] = (_name, _options, found) =>
    found(null, [{ address: '127.0.0.1', family: 4 }]);
  return new RemoteImages(new AddressPolicy(parseNetworks(networks)), resolve);
}

async function listen(script: RawScript): Promise<RawServer> {
  const server = await RawServer.listen(script);
  servers.push(server);
  return server;
}

const answers = (answer: string) => listen({ onRequest: (socket) => socket.write(answer) });

const load = (address: string, signal = never) => images.load(address, { projectId: 'p', signal });

describe('a remote image', () => {
  it('has the type of its bytes, whatever its server declares', async () => {
    const { origin } = await answers(written({ ...gif, contentType: 'text/html' }));
    expect(await load(`${origin}/a.png?signature=s`)).toBe(dataUrl);
  });

  it('is found behind a few redirects', async () => {
    const { origin } = await answers(written(gif));
    const second = await answers(
      written({ contentType: 'text/html', body: 'moved' }, '302 Found', `location: ${origin}/`),
    );
    const first = await answers(
      written({ contentType: 'text/html', body: '' }, '308 Moved', `location: ${second.origin}`),
    );
    expect(await load(first.origin)).toBe(dataUrl);
  });

  it.each([
    ['another status', written({ ...gif, body: 'GIF89a' }, '404 Not Found'), 'status 404'],
    ['another kind of file', written({ contentType: 'image/png', body: '<svg/>' }), 'not a PNG, JPEG, WebP or GIF'],
    ['an empty body', written({ ...gif, body: '' }), 'not a PNG, JPEG, WebP or GIF'],
    ['a redirect to itself', written(gif, '302 Found', 'location: /'), 'more than 3 redirects'],
    ['a redirect to a file', written(gif, '302 Found', 'location: file:///etc/passwd'), 'an address without https:'],
  ])('that arrives as %s is rejected', async (_, answer, why) => {
    const { origin } = await answers(answer);
    await expect(load(`${origin}/?signature=secret`)).rejects.toMatchObject({
      code: 'image_not_fetched',
      type: 'invalid_request_error',
      param: 'messages',
      message: expect.stringContaining(why),
    });
    await expect(load(`${origin}/?signature=secret`)).rejects.not.toThrow('secret');
  });

  it('that is too large is rejected, also without a declared length', async () => {
    const { origin } = await listen({
      onRequest: (socket) => socket.end(`HTTP/1.1 200 OK\r\n\r\n${gif.body.padEnd(maxImageBytes + 1)}`),
    });
    await expect(load(origin)).rejects.toMatchObject({ code: 'image_too_large' });
  });

  it('is aborted once nobody waits for it', async () => {
    const caller = new AbortController();
    const server = await listen({ onRequest: () => caller.abort(new Error('gone')) });
    await expect(load(server.origin, caller.signal)).rejects.toThrow('gone');
  });
});

describe('no connection is made for an image', () => {
  it.each(['127.0.0.1', '[::ffff:127.0.0.1]', '2130706433', '127.1', 'localhost', 'images.example'])(
    'to %s, and nothing of what is there is told',
    async (host) => {
      const server = await answers(written({ contentType: 'text/plain', body: 'internal' }, '403 Forbidden'));
      images = of('');
      const address = `http://${host}:${new URL(server.origin).port}/`;
      const error = await load(address).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'address_not_allowed', type: 'invalid_request_error', param: 'messages' });
      expect(error).toMatchObject({ message: expect.stringContaining('EARSHOT_PROVIDERS_ALLOWED_NETWORKS') });
      expect(error).toHaveProperty('details', undefined);
      expect(server.requests).toBe(0);
    },
  );

  it('to an address that a permitted server redirects to', async () => {
    const inside = await answers(written(gif));
    const location = `location: ${inside.origin.replace('127.0.0.1', '127.0.0.2')}/`;
    const { origin } = await answers(written(gif, '307 Temporary Redirect', location));
    await expect(load(origin)).rejects.toMatchObject({ code: 'address_not_allowed' });
    expect(inside.requests).toBe(0);
  });
});

describe('a fetch ends, with the image or an error for its caller, and leaves no error behind, at a server that', () => {
  it.each(hostileServers.map((one) => [one.name, one] as const))('%s', async (_, { onConnect, onRequest }) => {
    const { origin } = await listen({ onConnect, onRequest: (socket) => onRequest?.(socket, gif) });
    const [end] = await Promise.allSettled([load(origin, AbortSignal.timeout(300))]);
    if (end.status === 'fulfilled') expect(end.value).toBe(dataUrl);
    else {
      const { name, message, code } = end.reason as Error & { code?: string };
      if (name !== 'TimeoutError') expect(['image_not_fetched', 'image_too_large']).toContain(code);
      expect(message).not.toMatch(givenAway);
    }
    expect(await load((await answers(written(gif))).origin)).toBe(dataUrl);
  });
});
