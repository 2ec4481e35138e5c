import { describe, expect, it } from '@jest/globals';
import { checkCsrf, csrfTokenOf } from './csrf.js';

const token = 'k'.repeat(43);
const own = { host: 'earshot.test:8080', 'x-csrf-token': csrfTokenOf(token) };

const check =
  (headers: object, method = 'POST') =>
  () =>
    checkCsrf({ method, headers: { ...own, ...headers } }, token);

describe(checkCsrf.name, () => {
  it.each([
    {},
    { 'sec-fetch-site': 'same-origin' },
    { origin: 'http://earshot.test:8080' },
    { origin: 'https://Earshot.test:8080' },
    // The proxy in front has another name; the browser knows better.
    { 'sec-fetch-site': 'same-origin', origin: 'https://public.test' },
  ])('allows a write of a page of this origin: %j', (headers) => {
    expect(check(headers)).not.toThrow();
  });

  it.each([
    { 'x-csrf-token': undefined },
    { 'x-csrf-token': '' },
    { 'x-csrf-token': csrfTokenOf('l'.repeat(43)) },
    { 'x-csrf-token': `${csrfTokenOf(token)}x` },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://earshot.test' },
    { origin: 'http://evil.test:8080' },
    { origin: 'null' },
  ])('rejects a write of another page: %j', (headers) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(check(headers, method)).toThrow(expect.objectContaining({ code: 'csrf_token_invalid' }));
    }
    for (const method of ['GET', 'HEAD']) expect(check(headers, method)).not.toThrow();
  });

  it('creates a token for each session that does not contain its secret', () => {
    expect(csrfTokenOf(token)).toMatch(/^[\w-]{43}$/);
    expect(csrfTokenOf(token)).not.toBe(csrfTokenOf('l'.repeat(43)));
  });
});
