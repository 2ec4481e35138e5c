import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runApply } from '../src/run-apply.js';
import { InstallationDouble } from './installation-double.js';

const declaration = (more = '') => `projects:
  - key: demo
    models:
      - { key: small, provider: { kind: llama, model_file: a.gguf } }
      - { key: large, provider: { kind: llama, model_file: b.gguf } }
    metrics:
      - { key: helpful, kind: bool }
    ab_campaigns:
      - { key: trial, metric: helpful, models: [small, large], traffic_split: 0, feedback_type: preference${more} }
`;

let double: InstallationDouble;
let folder: string;
let out: string[];
let err: string[];

beforeEach(async () => {
  double = new InstallationDouble();
  folder = mkdtempSync(join(tmpdir(), 'earshot-apply-'));
  process.env['EARSHOT_URL'] = await double.start();
  process.env['EARSHOT_ADMIN_KEY'] = `es_${'A'.repeat(43)}`;
});

afterEach(async () => {
  await double.stop();
  rmSync(folder, { recursive: true });
  for (const name of ['EARSHOT_URL', 'EARSHOT_ADMIN_KEY']) delete process.env[name];
});

async function apply(text: string): Promise<number> {
  const file = join(folder, 'earshot.yaml');
  writeFileSync(file, text);
  [out, err] = [[], []];
  double.received.length = 0;
  return runApply([file], { out: (line) => out.push(line), err: (line) => err.push(line) });
}

const stored = () => double.entities('projects/demo/ab_campaigns')[0] ?? {};

describe('apply of campaigns', () => {
  it('creates them after models and metrics, and leaves them unchanged the next time', async () => {
    expect(await apply(declaration())).toBe(0);
    expect(out.slice(-3, -1)).toEqual(['created metric demo/helpful', 'created campaign demo/trial']);
    Object.assign(stored(), { status: 'in_progress', models: ['large', 'small'], auto_deploy: false });
    expect(await apply(declaration())).toBe(0);
    expect(double.writes()).toEqual([]);
    expect(await apply(declaration(', name: Trial'))).toBe(0);
    expect(out).toContain('changed campaign demo/trial: name');
  });

  it('changes nothing of a running one that differs, and names the field with its line', async () => {
    await apply(declaration());
    Object.assign(stored(), { status: 'warmup', traffic_split: 0.5 });
    expect(await apply(declaration())).toBe(1);
    expect(err).toEqual([expect.stringMatching(/earshot\.yaml:9:64: .*'trial' runs with traffic_split 0\.5, /)]);
    expect(double.writes()).toEqual([]);
  });

  it.each(['done', 'cancelled'])('leaves one that is %s as it ended', async (status) => {
    await apply(declaration());
    Object.assign(stored(), { status, models: ['large', 'id-of-a-deleted-model'] });
    expect(await apply(declaration())).toBe(0);
    expect(double.writes()).toEqual([]);
  });
});
