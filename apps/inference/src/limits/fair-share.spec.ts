import { expect, it } from '@jest/globals';
import { FairShare } from './fair-share.js';

/** How many places a project gets that wants as many as it can have. */
function grab(share: FairShare, project: string): number {
  let count = 0;
  while (share.tryTake(project)) count += 1;
  return count;
}

it('gives one project three quarters, and each further one as much of the rest', () => {
  const share = new FairShare(1_024);
  expect(['a', 'b', 'c'].map((project) => grab(share, project))).toEqual([768, 192, 48]);
  expect(share.taken).toBe(1_008);
});

it.each([1, 2, 3])('gives a lone project all of %i slots', (limit) => {
  expect(grab(new FairShare(limit), 'a')).toBe(limit);
});

it('gives nothing without slots', () => {
  expect(grab(new FairShare(0), 'a')).toBe(0);
});

it('gives a project what it freed again', () => {
  const share = new FairShare(8);
  expect(grab(share, 'a')).toBe(6);
  share.give('a');
  expect(share.hasRoom('a')).toBe(true);
  expect(grab(share, 'a')).toBe(1);
  for (let taken = share.taken; taken > 0; taken -= 1) share.give('a');
  expect([share.taken, grab(share, 'b')]).toEqual([0, 6]);
});
