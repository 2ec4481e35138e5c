import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LogFiles } from './log-files.mjs';
import { ManagedProcess } from './managed-process.mjs';
import { ProcessExits } from './process-exits.mjs';
import { ProcessRecords } from './process-records.mjs';

describe('ProcessExits', () => {
  /** @type {string} */
  let dir;
  /** @type {ProcessExits} */
  let exits;
  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'earshot-exits-'));
    exits = new ProcessExits(dir);
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
  ])('reports %s', (_, how, signalled) => {
    if (signalled) signal(7);
    const end = { name: 'inference-0', kind: /** @type {const} */ ('app'), pid: 7, how };
    exits.record(end);
    expect(exits.takeCrashes()).toEqual([end]);
    expect(exits.takeCrashes()).toEqual([]);
  });

  it('ignores services that a test stopped, and servers', () => {
    signal(7);
    signal(8);
    exits.record({ name: 'inference-0', kind: 'app', pid: 7, how: 'SIGKILL' });
    exits.record({ name: 'inference-1', kind: 'app', pid: 8, how: 'exit code 0' });
    exits.record({ name: 'kafka', kind: 'server', pid: 9, how: 'exit code 143' });
    expect(exits.takeCrashes()).toEqual([]);
  });

  it('reports a ready process that ended by an unhandled error', async () => {
    const logs = new LogFiles(path.join(dir, 'log'));
    const site = { exits, logs, records: new ProcessRecords(dir), console: { log: () => undefined } };
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
    /** @type {import('./process-exits.mjs').ProcessExit[]} */
    let faults = [];
    while (faults.length === 0) {
      await sleep(20);
      faults = exits.takeCrashes();
    }
    await managed.stop();
    logs.close();
    expect(faults).toMatchObject([{ name: 'inference-0', kind: 'app', how: 'exit code 1' }]);
    expect(exits.takeCrashes()).toEqual([]);
  });
});
