import { expect, it } from '@jest/globals';
import { notSeeing } from './not-seeing.js';

const models = [
  { name: 'Sighted', hasImages: true },
  { name: 'Large', hasImages: false },
];

it('models that take no images are named before an image is sent, but not in a blind comparison', () => {
  expect(notSeeing(models, false)).toBe('Large takes no images.');
  expect(notSeeing([...models, { name: 'Small', hasImages: false }], false)).toBe('Large, Small take no images.');
  expect(notSeeing(models, true)).toBe('Not all chosen models take images.');
  expect(notSeeing(models.slice(0, 1), false)).toBeNull();
});
