import { describe, expect, it } from '@jest/globals';
import { TextCache } from './text-cache.js';

describe(TextCache.name, () => {
  it('forgets what was not used for longest, once there is too much', () => {
    const cache = new TextCache(10);
    cache.set('a', '1234');
    cache.set('b', '1234');
    cache.get('a');
    cache.set('c', '1234');
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['1234', undefined, '1234']);
  });

  it('counts what is replaced once', () => {
    const cache = new TextCache(10);
    for (let time = 0; time < 5; time += 1) cache.set('a', '12345');
    cache.set('b', '12345');
    expect([cache.get('a'), cache.get('b')]).toEqual(['12345', '12345']);
  });

  it('does not give up everything for one that does not fit', () => {
    const cache = new TextCache(10);
    cache.set('a', '1234');
    cache.set('b', '12345678901');
    expect([cache.get('a'), cache.get('b')]).toEqual(['1234', undefined]);
  });
});
