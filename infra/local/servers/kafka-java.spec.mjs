import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { versions } from '../versions.mjs';
import { brokerJava, classes, java, preparedClasses } from './kafka-java.mjs';

describe('prepared classes of a broker', () => {
  /** @type {string} */
  let cache;
  /** @type {any} */
  let site;

  beforeEach(() => {
    cache = mkdtempSync(path.join(tmpdir(), 'earshot-classes-'));
    site = { env: process.env, root: cache, cached: (/** @type {string} */ name) => path.join(cache, 'cache', name) };
    mkdirSync(path.join(cache, 'cache'));
  });
  afterEach(() => rmSync(cache, { recursive: true }));

  /** @param {string} option */
  const fileOf = (option) =>
    brokerJava(preparedClasses(site), 'kafka')
      .options.find((one) => one.startsWith(`-XX:${option}=`))
      ?.split('=')[1];

  it('are written as the first broker stops, and used from then on', () => {
    const { options, stopped } = brokerJava(preparedClasses(site), 'kafka');
    const draft = options.find((one) => one.startsWith('-XX:ArchiveClassesAtExit='))?.split('=')[1] ?? '';
    expect(fileOf('SharedArchiveFile')).toBeUndefined();
    writeFileSync(draft, 'classes');
    stopped?.(true);
    expect(readFileSync(fileOf('SharedArchiveFile') ?? '', 'utf8')).toBe('classes');
    expect(fileOf('ArchiveClassesAtExit')).toBeUndefined();
  });

  it('are not used, nor kept, where the broker was killed as it wrote them', () => {
    const { options, stopped } = brokerJava(preparedClasses(site), 'kafka');
    const draft = options.find((one) => one.startsWith('-XX:ArchiveClassesAtExit='))?.split('=')[1] ?? '';
    writeFileSync(draft, 'half of the cl');
    stopped?.(false);
    expect(existsSync(draft)).toBe(false);
    expect(readdirSync(path.join(cache, 'cache'))).toEqual([]);
    expect(fileOf('SharedArchiveFile')).toBeUndefined();
  });

  it('are valid in a clone that was moved', () => {
    const [, classPath = ''] = classes(site);
    expect(path.isAbsolute(classPath)).toBe(false);
    expect(path.dirname(path.join(java(site).cwd, classPath))).toBe(site.cached(`kafka-${versions.kafka}`));
  });
});
