import { describe, expect, it } from '@jest/globals';
import { partsOf } from './parts.js';

describe('the parts of a file', () => {
  it.each([1, 8_388_608, 8_388_609, 1_073_741_824, 200_000_000_001])(
    'are its bytes, in their order (%i bytes)',
    (size) => {
      const parts = partsOf(size);
      let end = 0;
      for (const [index, part] of parts.entries()) {
        expect([part.number, part.offset, part.size > 0]).toEqual([index + 1, end, true]);
        end += part.size;
      }
      expect([end, parts.length <= 10_000]).toEqual([size, true]);
    },
  );
});
