import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readOptions, usage } from './options.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'upload-'));
const file = path.join(folder, 'a.jsonl');
writeFileSync(file, '{}');
afterAll(() => rmSync(folder, { recursive: true }));

const env = { EARSHOT_API_KEY: 'es_x' };

describe('the upload command', () => {
  it('reads the target, the file and the address', () => {
    const { options, problems } = readOptions(['--project', 'demo', '--dataset', 'tickets', file], env);
    expect(problems).toEqual([]);
    expect(options).toMatchObject({ url: 'http://127.0.0.1:8080', apiKey: 'es_x', path: file, project: 'demo' });
    expect(options.target).toEqual({ kind: 'datasets', body: { key: 'tickets' }, contentType: 'application/x-ndjson' });
  });

  it('uses the keys that npm start created', () => {
    writeFileSync(path.join(folder, 'demo-key'), 'es_demo\n');
    const keyFor = (project) =>
      readOptions(['--project', project, '--artifact', 'a b', file], { EARSHOT_DATA_DIR: folder });
    expect(keyFor('demo').options).toMatchObject({ apiKey: 'es_demo', target: { body: { name: 'a b' } } });
    expect(keyFor('other').problems).toEqual([expect.stringContaining('EARSHOT_API_KEY is not set')]);
  });

  it('prints its help without any other option, and names address and key in it', () => {
    expect(readOptions(['--help'], {})).toEqual({ help: true, options: null, problems: [] });
    for (const name of ['EARSHOT_URL', 'EARSHOT_API_KEY', '--dataset', '--recipe', '--artifact'])
      expect(usage).toContain(name);
  });

  it.each([
    [['--project', 'demo', '--dataset', 'k'], 'Give exactly one file.'],
    [['--project', 'demo', '--dataset', 'k', 'none.jsonl'], 'The file none.jsonl does not exist.'],
    [['--dataset', 'k', file], '--project is missing.'],
    [['--project', 'demo', file], 'Give exactly one of --dataset, --recipe and --artifact.'],
    [
      ['--project', 'demo', '--dataset', 'k', '--recipe', 'k', file],
      'Give exactly one of --dataset, --recipe and --artifact.',
    ],
    [['--project', 'demo', '--datset', 'k', '--dataset', 'k', file], 'Unknown option --datset.'],
  ])('reports each problem of the command line (%#)', (args, problem) => {
    expect(readOptions(args, env).problems).toContain(problem);
  });
});
