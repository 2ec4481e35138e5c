import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../api/api-error.js';
import { filterProblem } from './filter-problem.js';

const rejected = (param: string | null, message: string) => new ApiError(message, 400, 'invalid_field', param);

describe('filterProblem', () => {
  it('says in the words of the form which filter is wrong', () => {
    expect(filterProblem(rejected('session_id', 'session_id: expected a uuid, got "nope".'))).toBe(
      'Session: Expected a uuid, got "nope".',
    );
    expect(filterProblem(rejected('label[0]', 'label[0]: expected name:value.'))).toBe('Label: Expected name:value.');
  });

  it('leaves other errors to the note with the retry', () => {
    for (const error of [new TypeError('offline'), rejected(null, 'Later.'), rejected('cursor', 'cursor: unknown.')])
      expect(filterProblem(error)).toBeNull();
  });
});
