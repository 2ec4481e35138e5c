import { describe, expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { publicAddressOf } from './public-address.js';

describe(publicAddressOf.name, () => {
  it.each([
    [{ host: 'earshot.test:8080' }, 'http://earshot.test:8080'],
    [{ host: 'earshot.test', 'x-forwarded-proto': 'https' }, 'https://earshot.test'],
    [{ host: 'earshot.test', 'x-forwarded-proto': 'HTTPS, http' }, 'https://earshot.test'],
    [{ host: 'earshot.test', 'x-forwarded-proto': 'javascript' }, 'http://earshot.test'],
    [{ host: 'earshot.test', origin: 'https://earshot.test' }, 'https://earshot.test'],
    [{ host: 'evil.test/#' }, 'http://evil.test'],
    [{ host: 'no host' }, 'http://[::1]:8080'],
    [{}, 'http://[::1]:8080'],
  ])('resolves %j to %s', (headers, address) => {
    const socket = { localAddress: '::1', localPort: 8080 } as FastifyRequest['socket'];
    expect(publicAddressOf({ headers, socket })).toBe(address);
  });
});
