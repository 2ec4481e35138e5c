import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ProcessRecords } from './process-records.mjs';

/** What has not ended by then is taken to hang; only what hangs ever waits for it. */
const hangsAfterMs = 10_000;

/**
 * Answers everything with its own name, and ends like a service on SIGTERM: it takes no more, and answers what it has
 * taken.
 */
const service = `
import { createServer } from 'node:http';
const server = createServer((request, answer) => answer.end(process.env.EARSHOT_INSTANCE));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.on('SIGTERM', () => server.close(() => process.exit(0)));
`;

/** @typedef {'answered' | 'cut' | 'hangs'} Ending */

describe('two processes that share a port', () => {
  /** @type {string} */
  let dir;
  /** @type {import('node:child_process').ChildProcess} */
  let launcher;
  /** @type {number} */
  let port;

  beforeEach(async () => {
    dir = mkdtempSync(path.join(tmpdir(), 'earshot-port-sharing-'));
    const main = path.join(dir, 'service.mjs');
    writeFileSync(main, service);
    const sharing = path.join(import.meta.dirname, 'port-sharing.mjs');
    const args = [sharing, main, 'service', '2', dir, 'http://127.0.0.1'];
    launcher = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    const [line] = await once(/** @type {import('node:stream').Readable} */ (launcher.stdout), 'data');
    launcher.stdout?.resume();
    port = Number.parseInt(String(line));
    await taken('service-0', 0);
    await taken('service-1', 0);
  });

  afterEach(async () => {
    const gone = once(launcher, 'exit');
    launcher.kill('SIGTERM');
    await gone;
    rmSync(dir, { recursive: true });
  });

  /**
   * Resolves once a process other than the former takes requests.
   *
   * @param {string} name
   * @param {number} former
   * @returns {Promise<number>} Its pid.
   */
  async function taken(name, former) {
    for (;;) {
      const record = new ProcessRecords(dir).alive().find((one) => one.name === name && one.url !== undefined);
      if (record !== undefined && record.pid !== former) return record.pid;
      await sleep(20);
    }
  }

  /**
   * Ends one after the other, each once the one before has come back.
   *
   * @param {NodeJS.Signals} signal
   */
  async function endInTurn(signal) {
    for (const name of ['service-0', 'service-1']) {
      const ended = await taken(name, 0);
      process.kill(ended, signal);
      await taken(name, ended);
    }
  }

  /**
   * Sends a request over a connection of its own.
   *
   * @param {() => void} [connected]
   * @returns {Promise<Ending>}
   */
  function ask(connected = () => {}) {
    return new Promise((resolve) => {
      const deadline = setTimeout(() => resolve('hangs'), hangsAfterMs);
      const end = (/** @type {Ending} */ ending) => {
        clearTimeout(deadline);
        resolve(ending);
      };
      const request = get({ host: '127.0.0.1', port, agent: false }, (answer) => {
        answer.resume().once('end', () => end('answered'));
        answer.once('error', () => end('cut'));
      });
      request.once('socket', (socket) => socket.once('connect', connected));
      request.once('error', () => end('cut'));
    });
  }

  /**
   * Asks without a pause, over many connections, while something happens.
   *
   * @param {() => Promise<void>} happens
   * @returns {Promise<Set<Ending>>}
   */
  async function askedWhile(happens) {
    /** @type {Set<Ending>} */
    const endings = new Set();
    let over = false;
    const clients = Array.from({ length: 16 }, async () => {
      while (!over) endings.add(await ask());
    });
    await sleep(200);
    await happens();
    over = true;
    await Promise.all(clients);
    return endings;
  }

  it('lose no unaccepted connection of a killed process', async () => {
    const [first, second] = [await taken('service-0', 0), await taken('service-1', 0)];
    for (const pid of [first, second]) process.kill(pid, 'SIGSTOP');
    let connected = 0;
    const pendingRequests = Array.from({ length: 8 }, () => ask(() => connected++));
    while (connected < pendingRequests.length) await sleep(20);
    // Whoever stands between the clients and the two has the time to pass the connections on.
    await sleep(200);
    process.kill(first, 'SIGKILL');
    process.kill(second, 'SIGCONT');
    expect(new Set(await Promise.all(pendingRequests))).toEqual(new Set(['answered']));
  });

  it('leave no connection hanging when one is killed under load', async () => {
    const endings = await askedWhile(() => endInTurn('SIGKILL'));
    expect(endings).not.toContain('hangs');
  });

  it('answer every request during a rolling restart', async () => {
    const endings = await askedWhile(() => endInTurn('SIGTERM'));
    expect(endings).toEqual(new Set(['answered']));
  });
});
