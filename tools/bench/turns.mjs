import { setTimeout as sleep } from 'node:timers/promises';
import { bodyFor, phases } from './phases.mjs';
import { processorMs } from './processor-time.mjs';
import { median } from './statistics.mjs';

/** Pause between turns, so that sockets and garbage of one do not affect the next. */
const pauseMs = 200;

/**
 * Runs every phase with every target in alternation, so that disturbances affect all targets equally.
 *
 * @param {{ targets: object[], provider: import('./child.mjs').Child, client: import('./child.mjs').Child, seconds: number, repeats: number }} run
 * @returns {Promise<Record<string, Record<string, object>>>} Medians by target and phase.
 */
export async function takeTurns(run) {
  const turns = [];
  for (let repeat = 0; repeat < run.repeats; repeat += 1) {
    for (const phase of phases) {
      for (const target of repeat % 2 === 0 ? run.targets : run.targets.toReversed()) {
        turns.push({ target: target.name, phase: phase.name, ...(await takeTurn(run, phase, target)) });
      }
    }
  }
  return mediansOf(turns, run.targets);
}

/**
 * Runs one phase with one target.
 *
 * @param {{ provider: import('./child.mjs').Child, client: import('./child.mjs').Child, seconds: number }} run
 */
export async function takeTurn({ provider, client, seconds }, { inFlight, stream, delayMs, thinkMs }, target) {
  await sleep(pauseMs);
  const { count: countBefore } = await provider.ask({ delayMs });
  const cpuBefore = processorMs(target.pids);
  const order = { url: target.url, headers: target.headers, body: bodyFor(target, stream), inFlight, seconds, thinkMs };
  const figures = await client.ask(order);
  const cpuAfter = processorMs(target.pids);
  const { count: countAfter } = await provider.ask({ delayMs });
  const each = (name) => (cpuAfter[name] - cpuBefore[name]) / figures.count;
  const cpuMs = cpuBefore && Object.fromEntries(Object.keys(target.pids).map((name) => [name, each(name)]));
  return { ...figures, upstream: (countAfter - countBefore) / figures.count, cpuMs };
}

function mediansOf(turns, targets) {
  const byPhase = (target) =>
    phases.map(({ name }) => {
      const own = turns.filter((turn) => turn.target === target.name && turn.phase === name);
      return [name, medianOf(own)];
    });
  return Object.fromEntries(targets.map((target) => [target.name, Object.fromEntries(byPhase(target))]));
}

function medianOf(turns) {
  const [{ cpuMs }] = turns;
  const numbers = Object.keys(turns[0]).filter((name) => typeof turns[0][name] === 'number');
  const middle = (read) => median(turns.map(read));
  const figures = Object.fromEntries(numbers.map((name) => [name, middle((turn) => turn[name])]));
  const names = Object.keys(cpuMs ?? {});
  return {
    ...figures,
    cpuMs: cpuMs && Object.fromEntries(names.map((name) => [name, middle((turn) => turn.cpuMs[name])])),
    cpuMsTotal: cpuMs && middle((turn) => names.reduce((sum, name) => sum + turn.cpuMs[name], 0)),
    errors: turns.flatMap((turn) => Object.entries(turn.errors)).map(([error, count]) => `${count} x ${error}`),
  };
}
