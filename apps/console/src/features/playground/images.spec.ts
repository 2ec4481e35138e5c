import { expect, it } from '@jest/globals';
import { imageError } from './images.js';

it('accepts images of the types and the size that the interface accepts', () => {
  expect(imageError({ name: 'a.png', type: 'image/png', size: 20 * 2 ** 20 })).toBeNull();
  expect(imageError({ name: 'a.svg', type: 'image/svg+xml', size: 1 })).toContain('a.svg must be a PNG');
  expect(imageError({ name: 'a.png', type: 'image/png', size: 20 * 2 ** 20 + 1 })).toContain('20.0 MiB');
});
