import { describe, expect, it } from '@jest/globals';
import { differences } from '../changes/differences.js';
import { comparableModel } from './entities.js';

const server = { kind: 'openai', base_url: 'http://a/v1', model: 'm' };

function changes(declared: object, shown: object) {
  const body = { provider: { ...server, ...declared } };
  return differences(body, comparableModel({ id: '1', key: 'k', provider: { ...server, ...shown } }, body));
}

describe('comparableModel', () => {
  it.each([
    ['no key is declared, whatever is kept', {}, { has_api_key: true, base_url_trusted: true }],
    ['none is declared and none is kept', { api_key: null }, { has_api_key: false }],
  ])('finds no difference where %s', (_what, declared, shown) => {
    expect(changes(declared, shown)).toBeUndefined();
  });

  it.each([
    [
      'a key is declared, because nobody can see whether it is the one that is kept',
      { api_key: 's' },
      { has_api_key: true },
    ],
    ['none is declared and one is kept', { api_key: null }, { has_api_key: true }],
    ['nobody vouches for the address', {}, { has_api_key: false, base_url_trusted: false }],
    ['another address is declared', { base_url: 'http://b/v1' }, { has_api_key: false }],
  ])('finds a different provider where %s', (_what, declared, shown) => {
    expect(changes(declared, shown)).toEqual({ provider: { ...server, ...declared } });
  });
});
