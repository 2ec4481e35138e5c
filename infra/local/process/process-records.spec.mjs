import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTimeOf } from './process-identity.mjs';
import { ProcessRecords } from './process-records.mjs';

describe('ProcessRecords', () => {
  /** @type {string} */
  let dir;
  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'earshot-records-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('lists a running process', () => {
    const records = new ProcessRecords(dir);
    records.write({ name: 'kafka', kind: 'server', pid: process.pid, stopSignal: 'SIGTERM' });
    expect(records.alive()).toMatchObject([{ name: 'kafka', pid: process.pid, startTime: startTimeOf(process.pid) }]);
  });

  it('distinguishes a process from another one with a reused pid', () => {
    const records = new ProcessRecords(dir);
    records.write({ name: 'kafka', kind: 'server', pid: process.pid, stopSignal: 'SIGTERM' });
    const file = path.join(dir, 'processes', 'kafka.json');
    const record = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...record, startTime: 'another' }));
    expect(records.alive()).toEqual([]);
  });

  it('records no process that has ended', async () => {
    const child = spawn(process.execPath, ['--version']);
    await once(child, 'exit');
    const records = new ProcessRecords(dir);
    expect(records.write({ name: 'gone', kind: 'job', pid: child.pid ?? 0, stopSignal: 'SIGTERM' })).toBe(false);
  });

  it('has one supervisor', () => {
    expect(new ProcessRecords(dir).claim('http://127.0.0.1:1')).toBe(true);
    expect(new ProcessRecords(dir).claim('http://127.0.0.1:2')).toBe(false);
    expect(new ProcessRecords(dir).supervisor()).toMatchObject({ pid: process.pid, url: 'http://127.0.0.1:1' });
  });

  it('passes supervision on when the supervisor has ended', () => {
    const records = new ProcessRecords(dir);
    records.claim('http://127.0.0.1:1');
    records.remove('supervisor');
    expect(records.claim('http://127.0.0.1:2')).toBe(true);
  });
});
