import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { PartChecksums } from './part-body.js';

const bytes = Buffer.from('the part');
const of = (algorithm: string, encoding: 'hex' | 'base64', what = bytes) =>
  createHash(algorithm).update(what).digest(encoding);

function verify(headers: Record<string, string>): string {
  const checksums = new PartChecksums(headers);
  checksums.update(bytes.subarray(0, 3));
  checksums.update(bytes.subarray(3));
  expect(checksums.size).toBe(8);
  return checksums.verified();
}

function refusal(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('a part', () => {
  it.each([
    ['no checksum', {}],
    ['its MD5', { 'content-md5': of('md5', 'base64') }],
    ['its SHA-256 in hex', { 'x-checksum-sha256': of('sha256', 'hex') }],
    ['its SHA-256 in capitals', { 'x-checksum-sha256': of('sha256', 'hex').toUpperCase() }],
    ['its SHA-256 in base64', { 'x-checksum-sha256': of('sha256', 'base64') }],
    ['both', { 'content-md5': of('md5', 'base64'), 'x-checksum-sha256': of('sha256', 'hex') }],
  ])('is accepted with %s', (_, headers) => {
    expect(verify(headers)).toBe(of('sha256', 'hex'));
  });

  it.each([
    ['Content-MD5', of('md5', 'base64', Buffer.from('another'))],
    ['x-checksum-sha256', of('sha256', 'hex', Buffer.from('another'))],
    ['x-checksum-sha256', of('sha256', 'base64', Buffer.from('another'))],
  ])('is rejected with another %s', (param, value) => {
    expect(refusal(() => verify({ [param.toLowerCase()]: value }))).toMatchObject({ code: 'checksum_mismatch', param });
  });

  it.each([
    ['Content-MD5', of('md5', 'hex')],
    ['Content-MD5', ''],
    ['x-checksum-sha256', 'x'],
    ['x-checksum-sha256', of('sha256', 'hex').slice(1)],
    ['x-checksum-sha256', of('md5', 'base64')],
  ])('is rejected at once with an invalid %s', (param, value) => {
    expect(refusal(() => new PartChecksums({ [param.toLowerCase()]: value }))).toMatchObject({
      code: 'checksum_invalid',
      param,
    });
  });
});
