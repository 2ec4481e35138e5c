import { describe, expect, it } from '@jest/globals';
import { parseReviewSearch } from './review-search.js';

describe('search params of review', () => {
  it('take the filter of the list of interactions, also an empty one', () => {
    expect(parseReviewSearch({ filter: { model: 'large', wrong: true } }).filter).toEqual({ model: 'large' });
    expect(parseReviewSearch({ filter: {} }).filter).toEqual({});
  });

  it('drop what they do not know', () => {
    expect(parseReviewSearch({ filter: 'x', new: 'yes', edit: 'weekly', open: 1 })).toEqual({ edit: 'weekly' });
  });
});
