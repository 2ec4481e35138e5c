import { describe, expect, it } from '@jest/globals';
import { pathOf } from './problem.js';

describe('pathOf', () => {
  it.each([
    [null, []],
    ['key', ['key']],
    ['projects[0].models[12].provider.base_url', ['projects', 0, 'models', 12, 'provider', 'base_url']],
    ['["odd name"]', ['odd name']],
  ])('reads %s', (param, path) => {
    expect(pathOf(param)).toEqual(path);
  });
});
