import { describe, expect, it } from '@jest/globals';
import { StopFilter } from './stop-filter.js';

function run(stops: string[], pieces: string[]) {
  const filter = new StopFilter(stops);
  const shown = pieces.map((piece) => filter.push(piece));
  return { shown, stopped: filter.stopped, rest: filter.end() };
}

describe('StopFilter', () => {
  it('shows everything at once when there is nothing to stop at', () => {
    expect(run([], ['a', 'b'])).toEqual({ shown: ['a', 'b'], stopped: false, rest: '' });
  });

  it('never shows a stop text or what follows it, however it is cut', () => {
    const text = 'one END two';
    for (let at = 0; at <= text.length; at++) {
      for (let then = at; then <= text.length; then++) {
        const { shown, stopped } = run(['END'], [text.slice(0, at), text.slice(at, then), text.slice(then)]);
        expect([shown.join(''), stopped]).toEqual(['one ', true]);
      }
    }
  });

  it('shows what only looked like a stop text as soon as that is clear', () => {
    expect(run(['END'], ['aEN', 'Db'])).toEqual({ shown: ['a', ''], stopped: true, rest: '' });
    expect(run(['END'], ['aEN', 'cE', 'x'])).toEqual({ shown: ['a', 'ENc', 'Ex'], stopped: false, rest: '' });
    expect(run(['aab'], ['aaa', 'aab'])).toEqual({ shown: ['a', 'aa'], stopped: true, rest: '' });
  });

  it('gives back what was held when the answer ends otherwise', () => {
    expect(run(['END'], ['aEN'])).toEqual({ shown: ['a'], stopped: false, rest: 'EN' });
  });

  it('stops at whichever text comes first', () => {
    expect(run(['yy', 'x'], ['a x yy']).shown).toEqual(['a ']);
    expect(run(['b', 'abc'], ['a', 'b']).shown).toEqual(['', 'a']);
  });
});
