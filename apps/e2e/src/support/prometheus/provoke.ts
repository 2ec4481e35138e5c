import { expect } from '@jest/globals';
import type { Cure } from '../lasting-faults.js';
import { until } from '../until.js';
import type { Firing, Prometheus } from './prometheus.js';

/** Longer than any rule waits at the speed of these tests, on a busy machine. */
const firesWithinMs = 180_000;
/** Longer than any range of a rule but the hour of dead letters, and than a server takes to be back. */
const resolvesWithinMs = 120_000;
/** How often the alerts are asked for. */
const pollMs = 1_000;

/** A fault, and what it has to make known. */
export interface Provoked {
  /** Causes the fault. */
  readonly fault: () => Cure | Promise<Cure>;
  /** Labels of each alert that has to fire. */
  readonly fires: readonly Readonly<Record<string, string>>[];
  /** Names of further alerts that the fault may cause. */
  readonly mayFire?: readonly string[];
  /** Whether it is the test's own end that shows the alerts resolved. */
  readonly staysFiring?: boolean;
}

/** Causes a fault until its alerts fire, cures it, and waits until they are resolved. Expects no other alerts. */
export async function provoke(prometheus: Prometheus, provoked: Provoked): Promise<void> {
  const { fault, fires, mayFire = [], staysFiring = false } = provoked;
  const since = Date.now();
  const cure = await fault();
  try {
    await until(() => allFire(prometheus, fires), firesWithinMs, pollMs).catch(async (error: unknown) => {
      throw new Error(`fired instead: ${JSON.stringify(await prometheus.fired(since))}`, { cause: error });
    });
    for (const { annotations } of await prometheus.firing()) expectReadable(annotations);
  } finally {
    await cure();
  }
  if (!staysFiring) await resolved(prometheus, fires);
  const known = new Set([...fires.map(({ alertname }) => alertname), ...mayFire]);
  const others = (await prometheus.fired(since)).filter(({ alertname }) => !known.has(alertname));
  expect(others).toEqual([]);
}

/** Resolves once none of the alerts fires. */
export async function resolved(prometheus: Prometheus, fires: Provoked['fires']): Promise<void> {
  const none = async () => {
    const firing = await prometheus.firing();
    return !fires.some((labels) => firing.some((one) => has(one, labels)));
  };
  await until(none, resolvesWithinMs, pollMs);
}

async function allFire(prometheus: Prometheus, fires: Provoked['fires']): Promise<boolean> {
  const firing = await prometheus.firing();
  return fires.every((labels) => firing.some((one) => has(one, labels)));
}

const has = ({ labels }: Firing, wanted: Readonly<Record<string, string>>) =>
  Object.entries(wanted).every(([name, value]) => labels[name] === value);

/** Templates whose labels or values are missing leave these. */
function expectReadable(annotations: Firing['annotations']): void {
  for (const text of Object.values(annotations)) expect(text).not.toMatch(/^$|no value|%!|\bof\s*\.|\(\)|^ /);
}
