import { expect, it } from '@jest/globals';
import { providerUnreachable } from './provider-errors.js';

it.each([
  ['ECONNREFUSED', 'connection refused (ECONNREFUSED)'],
  ['ENOTFOUND', 'host name not found (ENOTFOUND)'],
  ['UND_ERR_CONNECT_TIMEOUT', 'connection timed out'],
  ['CERT_HAS_EXPIRED', 'certificate or TLS error (CERT_HAS_EXPIRED)'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate or TLS error (UNABLE_TO_VERIFY_LEAF_SIGNATURE)'],
  [undefined, 'connection failed (unknown error)'],
  ['connect 10.0.0.1:80', 'connection failed (unknown error)'],
])('an unreachable provider names the cause %s, and no resolved address', (code, cause) => {
  const failed = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:443'), { code });
  const { message, details } = providerUnreachable(failed, 'models.example:443');
  expect(message).toBe(`The model provider cannot be reached: ${cause}.`);
  expect(details).toEqual({ provider_address: 'models.example:443' });
});
