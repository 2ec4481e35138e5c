import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../api/api-error.js';
import { blindError } from './blind-error.js';

const naming = (model: string) => ({ error: new ApiError(`The model '${model}' lacks it.`, 400, 'lacks', 'model') });

describe('an error in a blind comparison', () => {
  it('has its code and no name of a model', () => {
    const [a, b] = [naming('p/a'), naming('p/b')];
    const shown = blindError(a.error, [a, b, { error: null }]);
    expect(shown).toMatchObject({ code: 'lacks', param: 'model' });
    expect(shown?.message).not.toContain('p/a');
  });

  it('has its text where all answers have the same one, or where it is of the connection', () => {
    const everywhere = { error: new ApiError('`temperature` must be at most 2.', 400, 'invalid', 'temperature') };
    expect(blindError(everywhere.error, [everywhere, everywhere])).toBe(everywhere.error);
    const lost = new Error('The connection closed before the answer ended.');
    expect(blindError(lost, [{ error: lost }, { error: null }])).toBe(lost);
    expect(blindError(null, [])).toBeNull();
  });
});
