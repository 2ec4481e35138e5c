import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { isDatabaseAway } from './database-fault.js';

const coded = (code: string) => Object.assign(new Error('failed'), { code });
const statement = (error: Error) => new QueryFailedError('select 1', [], error);

describe(isDatabaseAway.name, () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND'])('recognises a server that cannot be reached: %s', (code) => {
    expect(isDatabaseAway(coded(code))).toBe(true);
  });

  it.each(['57P01', '57P03', '08006', '53300'])('recognises an error code of the server: %s', (code) => {
    expect(isDatabaseAway(statement(coded(code)))).toBe(true);
  });

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
  ])('recognises a lost connection: %s', (message) => {
    expect(isDatabaseAway(statement(new Error(message)))).toBe(true);
    expect(isDatabaseAway(new Error(message))).toBe(true);
  });

  it.each(['23505', '22P02', '40P01', '57014', '55P03'])('does not match a failed statement: %s', (code) => {
    expect(isDatabaseAway(statement(coded(code)))).toBe(false);
  });

  it('does not match any other error', () => {
    expect(isDatabaseAway(new TypeError('x is undefined'))).toBe(false);
    expect(isDatabaseAway('thrown text')).toBe(false);
  });
});
