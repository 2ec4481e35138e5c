import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadSettings } from '@earshot/service-kit';
import { describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { settings } from '../../../apps/backup/src/config.js';
import { cases } from './cases.mjs';
import { validate } from './kubernetes-schemas.mjs';
import { containersOf, matches, ofKind } from './manifests.mjs';
import { render, root } from './render.mjs';

const file = readFileSync(path.join(root, 'infra/helm/examples/backup.yaml'), 'utf8');
/** @type {any[]} */
const [claim, cronJob] = parseAllDocuments(file).map((document) => document.toJS());
const { template } = cronJob.spec.jobTemplate.spec;
const [container] = template.spec.containers;
/** @type {any[]} */
const env = container.env;

const [chart, servers] = ['as it stands', 'the servers'].map(
  (name) => render(cases.filter((one) => one.name === name))[0]?.manifests ?? [],
);
const [reference] = containersOf(chart ?? []).filter(({ name }) => name.includes('earshot-topics/'));

describe('infra/helm/examples/backup.yaml', () => {
  it('matches the schemas of Kubernetes', () => {
    for (const one of [claim, cronJob]) expect(() => validate(one)).not.toThrow();
  });

  it('gives the command its settings, with the values and secrets of the chart', () => {
    const sample = { EARSHOT_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
    const values = Object.fromEntries(
      env.map(({ name, value, valueFrom }) => [name, value ?? (valueFrom.secretKeyRef.optional ? '' : 'secret')]),
    );
    const own = {
      ...values,
      ...sample,
      DATABASE_ADMIN_URL: 'postgres://postgres:secret@servers-postgres:5432/earshot',
    };
    expect(() => loadSettings(settings, own)).not.toThrow();
    const read = Object.values(settings).map((one) => one.env);
    expect(env.map(({ name }) => name).filter((name) => !read.includes(name))).toEqual([]);
    const given = containersOf(chart ?? []).flatMap((one) => one.container.env ?? []);
    for (const { name, value, valueFrom } of env) {
      const same = given.filter((one) => one.name === name);
      expect(same).toContainEqual(valueFrom ? { name, valueFrom } : { name, value });
    }
  });

  it('runs the jobs image of this version, hardened as the jobs of the chart', () => {
    expect(container.image).toBe(`registry.example/team/${reference?.container.image.replace(/^.*topics/, '')}`);
    expect(container.securityContext).toEqual(reference?.container.securityContext);
    expect(template.spec.securityContext).toEqual(reference?.pod.securityContext);
    expect(template.spec.automountServiceAccountToken).toBe(false);
  });

  it('reaches the trial servers, and no policy of the release denies it', () => {
    const { labels } = template.metadata;
    const inTheWay = ofKind(chart ?? [], 'NetworkPolicy').filter(({ spec }) => matches(spec.podSelector, labels));
    expect(inTheWay).toEqual([]);
    for (const { spec } of ofKind(servers ?? [], 'NetworkPolicy').filter((one) => one.spec.ingress))
      expect(matches(spec.ingress[0].from[0].podSelector, labels)).toBe(true);
  });

  it('writes into its claim, ends, and deletes old backups only after a new one', () => {
    const [volume] = template.spec.volumes;
    expect(volume.persistentVolumeClaim.claimName).toBe(claim.metadata.name);
    expect(container.volumeMounts).toEqual([{ name: volume.name, mountPath: '/backups' }]);
    expect(container.command.at(-1)).toMatch(
      /^find .+ && node apps\/backup\/dist\/main\.js make "\/backups\/.+" && find \/backups /,
    );
    expect(cronJob.spec.jobTemplate.spec.activeDeadlineSeconds).toBeGreaterThan(0);
    expect(cronJob.spec.concurrencyPolicy).toBe('Forbid');
  });

  it('deletes unfinished backups of earlier jobs first, so that they never fill the volume', () => {
    const volume = mkdtempSync(path.join(tmpdir(), 'backups-'));
    /** @param {string} name @param {number} ageHours @param {boolean} isComplete */
    const backup = (name, ageHours, isComplete) => {
      const folder = path.join(volume, name);
      mkdirSync(folder);
      if (isComplete) writeFileSync(path.join(folder, 'manifest.json'), '{}');
      const then = Date.now() / 1_000 - ageHours * 3_600;
      utimesSync(folder, then, then);
    };
    backup('20261101-023000', 24, false);
    backup('20261102-023000', 24, true);
    backup('20261103-023000', 0, false);
    const [first] = container.command.at(-1).split(' && ');
    execFileSync('sh', ['-c', first.replace('/backups', volume)]);
    expect(readdirSync(volume)).toEqual(['20261102-023000', '20261103-023000']);
    rmSync(volume, { recursive: true });
  });
});
