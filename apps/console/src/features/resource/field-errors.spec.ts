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

  it('does not repeat the name of the field below it', () => {
    const named = new ApiError('key: expected 1 to 128 letters.', 400, 'invalid_field', 'key');
    expect(errorAt(named, 'key')).toBe('Expected 1 to 128 letters.');
    const part = new ApiError('stop[0]: expected a text.', 400, 'invalid_field', 'stop[0]');
    expect(errorAt(part, 'stop')).toBe('stop[0]: expected a text.');
  });

  it('shows an error elsewhere when no field of the form has it', () => {
    expect(errorElsewhere(error, ['key', 'parameters'])).toBeNull();
    expect(errorElsewhere(error, ['key'])).toBe(error);
    expect(errorElsewhere(new TypeError('offline'), ['key'])).toBeInstanceOf(TypeError);
  });
});
