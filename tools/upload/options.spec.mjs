import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readOptions } from './options.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'upload-'));
const file = path.join(folder, 'a.jsonl');
writeFileSync(file, '{}');
afterAll(() => rmSync(folder, { recursive: true }));

const env = { EARSHOT_API_KEY: 'es_x' };

describe('the upload command', () => {
  it('knows what is to be made, of which file, where', () => {
    const { options, problems } = readOptions(['--project', 'demo', '--dataset', 'tickets', file], env);
    expect(problems).toEqual([]);
    expect(options).toMatchObject({ url: 'http://127.0.0.1:8080', apiKey: 'es_x', path: file, project: 'demo' });
    expect(options.made).toEqual({ kind: 'datasets', body: { key: 'tickets' }, contentType: 'application/x-ndjson' });
  });

  it('takes the keys that npm start keeps', () => {
    writeFileSync(path.join(folder, 'demo-key'), 'es_demo\n');
    const keyFor = (project) =>
      readOptions(['--project', project, '--artifact', 'a b', file], { EARSHOT_DATA_DIR: folder });
    expect(keyFor('demo').options).toMatchObject({ apiKey: 'es_demo', made: { body: { name: 'a b' } } });
    expect(keyFor('other').problems).toEqual([expect.stringContaining('EARSHOT_API_KEY is not set')]);
  });

  it.each([
    [['--project', 'demo', '--dataset', 'k'], 'Exactly one file is needed.'],
    [['--project', 'demo', '--dataset', 'k', 'none.jsonl'], 'There is no file none.jsonl.'],
    [['--dataset', 'k', file], '--project is missing.'],
    [['--project', 'demo', file], 'Exactly one of --dataset, --recipe and --artifact is needed.'],
    [
      ['--project', 'demo', '--dataset', 'k', '--recipe', 'k', file],
      'Exactly one of --dataset, --recipe and --artifact is needed.',
    ],
    [['--project', 'demo', '--datset', 'k', '--dataset', 'k', file], 'There is no option --datset.'],
  ])('says what is wrong (%#)', (args, problem) => {
    expect(readOptions(args, env).problems).toContain(problem);
  });
});
