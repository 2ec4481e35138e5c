import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../config.js';
import { deleteCredentials, loadCredentials, saveCredentials } from './credentials.js';
import { connect, projectOf } from './session.js';

const folder = mkdtempSync(path.join(tmpdir(), 'earshot-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));
const configOf = (env: NodeJS.ProcessEnv = {}) => readConfig({ XDG_CONFIG_HOME: folder, ...env });
const file = configOf().credentialsFile;
const stored = { url: 'http://x:1', apiKey: 'es_stored', project: 'shop' };

beforeEach(() => deleteCredentials(file));

describe('stored credentials', () => {
  it('can be read by the user only, also where the file was there with another mode', () => {
    saveCredentials(file, stored);
    chmodSync(file, 0o644);
    saveCredentials(file, stored);
    expect([statSync(file).mode & 0o777, statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(loadCredentials(file)).toEqual(stored);
  });
});

describe('the client of a command', () => {
  it('uses the stored address and key', () => {
    saveCredentials(file, stored);
    expect(connect(configOf(), {}).baseURL).toBe('http://x:1');
  });

  it('never sends a stored key to another address', () => {
    saveCredentials(file, stored);
    expect(() => connect(configOf(), { url: 'http://y:1' })).toThrow('The stored key is for http://x:1');
    expect(() => connect(configOf({ EARSHOT_URL: 'http://y:1' }), {})).toThrow('earshot login --url http://y:1');
    expect(connect(configOf({ EARSHOT_API_KEY: 'es_y' }), { url: 'http://y:1' }).baseURL).toBe('http://y:1');
  });

  it('needs a key, and says how to set one', () => {
    expect(() => connect(configOf(), {})).toThrow('Run `earshot login`, or set EARSHOT_API_KEY');
  });
});

describe('the project of a command', () => {
  it('is that of the option, else of the environment, else of the login', () => {
    saveCredentials(file, stored);
    expect(projectOf(configOf({ EARSHOT_PROJECT: 'b' }), { project: 'a' })).toBe('a');
    expect(projectOf(configOf({ EARSHOT_PROJECT: 'b' }), {})).toBe('b');
    expect(projectOf(configOf(), {})).toBe('shop');
  });

  it('is required', () => {
    expect(() => projectOf(configOf(), {})).toThrow('Set --project, EARSHOT_PROJECT');
  });
});
