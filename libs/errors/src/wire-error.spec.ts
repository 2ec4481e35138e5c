import { describe, expect, it } from '@jest/globals';
import { AppError, fromWireError, overloaded, toWireError } from './index.js';

describe('wire errors', () => {
  it('round-trip every public field', () => {
    const error = overloaded('queue_full', 'The queue is full.', 3, { param: 'model', details: [{ waiting: 256 }] });
    const back = fromWireError(JSON.parse(JSON.stringify(toWireError(error))));
    expect(back).toBeInstanceOf(AppError);
    expect({ ...back, message: back.message }).toEqual({ ...error, message: error.message });
  });

  it('never carry the cause or the text of an unexpected error', () => {
    const secret = 'password=hunter2';
    const known = new AppError({ code: 'x', type: 'server_error', message: 'public', cause: new Error(secret) });
    expect(JSON.stringify([toWireError(new Error(secret)), toWireError(known)])).not.toContain('hunter2');
  });

  it('decode an unknown type as a server error', () => {
    const newer = { code: 'x', type: 'teapot_error', message: 'm' } as unknown as Parameters<typeof fromWireError>[0];
    expect(fromWireError(newer).type).toBe('server_error');
  });
});
