import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendSignal, startTimeOf } from '../process/process-identity.mjs';
import { hasDockerEngine, removeContainers } from '../servers/docker.mjs';

/** @typedef {import('./site.mjs').Site} Site */
/** @typedef {import('../process/process-records.mjs').ProcessRecord} ProcessRecord */

/** Longer than the supervisor takes at worst: every service and then the servers at their own deadlines. */
const supervisorMs = 150_000;
const leftoverMs = 30_000;
const lookEveryMs = 100;

/**
 * Ends whatever of this data directory runs: through its supervisor, or, where that is gone, directly.
 *
 * @param {Site} site
 * @returns {Promise<boolean>} Whether anything ran.
 */
export async function shutDown(site) {
  const supervisor = site.records.supervisor();
  if (supervisor !== null) {
    site.console.say(`stopping what runs at ${supervisor.url ?? site.settings.dataDir}`);
    await end([supervisor], supervisorMs);
  }
  const leftovers = await endLeftovers(site);
  if (existsSync(site.layout.dockerMark) && hasDockerEngine()) await removeContainers(site, { deleteData: false });
  return supervisor !== null || leftovers > 0;
}

/**
 * Ends what a supervisor that was killed has left behind: services first, then the servers.
 *
 * @param {Site} site
 * @returns {Promise<number>} How many processes.
 */
export async function endLeftovers(site) {
  const leftovers = site.records.alive().filter((record) => record.kind !== 'supervisor');
  if (leftovers.length === 0) return 0;
  site.console.say(`ending what an earlier run has left behind: ${leftovers.map(({ name }) => name).join(', ')}`);
  for (const kind of ['job', 'app', 'server']) {
    await end(
      leftovers.filter((record) => record.kind === kind),
      leftoverMs,
    );
  }
  for (const { name } of leftovers) site.records.remove(name);
  return leftovers.length;
}

/**
 * @param {ProcessRecord[]} records
 * @param {number} timeoutMs After which they are killed, each with its group.
 */
async function end(records, timeoutMs) {
  const deadline = performance.now() + timeoutMs;
  for (const record of records) if (isAlive(record)) sendSignal(record.pid, record.stopSignal);
  while (records.some(isAlive) && performance.now() < deadline) await sleep(lookEveryMs);
  for (const record of records.filter(isAlive)) {
    sendSignal(-record.pid, 'SIGKILL');
    sendSignal(record.pid, 'SIGKILL');
  }
}

/** @param {ProcessRecord} record */
function isAlive(record) {
  return startTimeOf(record.pid) === record.startTime;
}
