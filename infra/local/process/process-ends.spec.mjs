import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LogFiles } from './log-files.mjs';
import { ManagedProcess } from './managed-process.mjs';
import { ProcessEnds } from './process-ends.mjs';
import { ProcessRecords } from './process-records.mjs';

describe('ProcessEnds', () => {
  /** @type {string} */
  let dir;
  /** @type {ProcessEnds} */
  let ends;
  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'earshot-ends-'));
    ends = new ProcessEnds(dir);
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  /** @param {number} pid */
  const signal = (pid) => appendFileSync(path.join(dir, 'signalled'), `${pid}\n`);

  it.each([
    ['an error that nobody handled', 'exit code 1', false],
    ['an end that nobody asked for, in good order', 'exit code 0', false],
    ['a kill that no test has done, as for want of memory', 'SIGKILL', false],
    ['an abort', 'SIGABRT', false],
    ['a stop that failed', 'exit code 1', true],
  ])('tells of %s', (_, how, signalled) => {
    if (signalled) signal(7);
    const end = { name: 'inference-0', kind: /** @type {const} */ ('app'), pid: 7, how };
    ends.note(end);
    expect(ends.takeFaults()).toEqual([end]);
    expect(ends.takeFaults()).toEqual([]);
  });

  it('tells nothing of services that ended as a test told them to, nor of servers', () => {
    signal(7);
    signal(8);
    ends.note({ name: 'inference-0', kind: 'app', pid: 7, how: 'SIGKILL' });
    ends.note({ name: 'inference-1', kind: 'app', pid: 8, how: 'exit code 0' });
    ends.note({ name: 'kafka', kind: 'server', pid: 9, how: 'exit code 143' });
    expect(ends.takeFaults()).toEqual([]);
  });

  it('knows of a process that was ready and ended by an error that nobody handled', async () => {
    const logs = new LogFiles(path.join(dir, 'log'));
    const site = { ends, logs, records: new ProcessRecords(dir), console: { say: () => undefined } };
    const launch = {
      command: process.execPath,
      args: ['-e', 'setTimeout(() => Promise.reject(new Error("nobody")), 100)'],
      cwd: dir,
      env: {},
      stopSignal: /** @type {const} */ ('SIGTERM'),
      stopTimeoutMs: 1_000,
      isReady: async () => true,
    };
    const managed = new ManagedProcess('inference-0', 'app', launch, /** @type {never} */ (site));
    await managed.start(new AbortController().signal);
    /** @type {import('./process-ends.mjs').ProcessEnd[]} */
    let faults = [];
    while (faults.length === 0) {
      await sleep(20);
      faults = ends.takeFaults();
    }
    await managed.stop();
    logs.close();
    expect(faults).toMatchObject([{ name: 'inference-0', kind: 'app', how: 'exit code 1' }]);
    expect(ends.takeFaults()).toEqual([]);
  });
});
