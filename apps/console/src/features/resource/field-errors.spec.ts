import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../api/api-error.js';
import { errorAt, errorElsewhere } from './field-errors.js';

const error = new ApiError('expected a number', 400, 'invalid_field', 'parameters.stop[0]');

describe('errors of fields', () => {
  it('finds the error of a field and of a part of it', () => {
    expect(errorAt(error, 'parameters.stop')).toBe('expected a number');
    expect(errorAt(error, 'parameters')).toBe('expected a number');
    expect(errorAt(error, 'param')).toBeNull();
  });

  it('shows an error elsewhere when no field of the form has it', () => {
    expect(errorElsewhere(error, ['key', 'parameters'])).toBeNull();
    expect(errorElsewhere(error, ['key'])).toBe(error);
    expect(errorElsewhere(new TypeError('offline'), ['key'])).toBeInstanceOf(TypeError);
  });
});
