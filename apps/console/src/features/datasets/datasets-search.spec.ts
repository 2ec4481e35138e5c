import { describe, expect, it } from '@jest/globals';
import { parseDatasetsSearch } from './datasets-search.js';

describe('search params of datasets', () => {
  it('takes the filter of the list of interactions', () => {
    const filter = { model: 'large', label: ['team:sales'], min: 1, metric: 'helpful', wrong: true };
    expect(parseDatasetsSearch({ filter }).filter).toEqual({
      model: 'large',
      label: ['team:sales'],
      min: 1,
      metric: 'helpful',
    });
  });

  it('keeps an empty filter, which opens the form, and drops what is none', () => {
    expect(parseDatasetsSearch({ filter: {} }).filter).toEqual({});
    expect(parseDatasetsSearch({ filter: 'x', tab: 'models' })).toEqual({});
  });
});
