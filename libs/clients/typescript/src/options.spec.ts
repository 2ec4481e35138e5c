import { afterEach, describe, expect, it } from '@jest/globals';
import { Earshot } from './earshot.js';
import { httpOptionsOf } from './options.js';

const address = (baseURL: string) => httpOptionsOf({ baseURL, apiKey: 'es_x' }).baseURL;

describe('the options', () => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = { ...before };
  });

  it.each(['', '/', '/openai/v1', '/openai/v1/', '/anthropic', '/api/v1'])(
    'take the base URL of any client: http://x%s',
    (path) => expect(address(`http://x${path}`)).toBe('http://x'),
  );

  it('keep the path of a proxy', () => expect(address('https://x/earshot/openai/v1')).toBe('https://x/earshot'));

  it('come from the environment where they are not given', () => {
    Object.assign(process.env, { EARSHOT_URL: 'http://y:1', EARSHOT_API_KEY: 'es_y' });
    expect(httpOptionsOf({})).toMatchObject({ baseURL: 'http://y:1', apiKey: 'es_y' });
    expect(httpOptionsOf({ baseURL: 'http://z' })).toMatchObject({ baseURL: 'http://z', apiKey: 'es_y' });
  });

  it('say what is missing, and where to set it', () => {
    delete process.env['EARSHOT_API_KEY'];
    expect(() => new Earshot()).toThrow('EARSHOT_API_KEY');
    expect(() => new Earshot({ apiKey: 'es_x', baseURL: '127.0.0.1:8080' })).toThrow("got '127.0.0.1:8080'");
  });
});
