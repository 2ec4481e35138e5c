import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ApplyRun } from './apply-run.js';

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

let run: ApplyRun;

beforeEach(async () => {
  run = new ApplyRun();
  await run.start();
});
afterEach(() => run.stop());

const apply = (text: string) => run.apply(text);

const stored = () => run.double.entities('projects/demo/ab_campaigns')[0] ?? {};

describe('apply of campaigns', () => {
  it('creates them after models and metrics, and leaves them unchanged the next time', async () => {
    expect(await apply(declaration())).toBe(0);
    expect(run.out.slice(-3, -1)).toEqual(['created metric demo/helpful', 'created campaign demo/trial']);
    Object.assign(stored(), { status: 'in_progress', models: ['large', 'small'], auto_deploy: false });
    expect(await apply(declaration())).toBe(0);
    expect(run.double.writes()).toEqual([]);
    expect(await apply(declaration(', name: Trial'))).toBe(0);
    expect(run.out).toContain('changed campaign demo/trial: name');
  });

  it('changes nothing of a running one that differs, and names the field with its line', async () => {
    await apply(declaration());
    Object.assign(stored(), { status: 'warmup', traffic_split: 0.5 });
    expect(await apply(declaration())).toBe(1);
    expect(run.err).toEqual([expect.stringMatching(/earshot\.yaml:9:64: .*'trial' runs with traffic_split 0\.5, /)]);
    expect(run.double.writes()).toEqual([]);
  });

  it.each(['done', 'cancelled'])('leaves one that is %s as it ended', async (status) => {
    await apply(declaration());
    Object.assign(stored(), { status, models: ['large', 'id-of-a-deleted-model'] });
    expect(await apply(declaration())).toBe(0);
    expect(run.double.writes()).toEqual([]);
  });
});
