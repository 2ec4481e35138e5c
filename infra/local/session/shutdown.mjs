import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendSignal, startTimeOf } from '../process/process-identity.mjs';
import { hasDockerEngine, removeContainers } from '../servers/docker.mjs';

/** @typedef {import('./site.mjs').Site} Site */
/** @typedef {import('../process/process-records.mjs').ProcessRecord} ProcessRecord */

/** Longer than the supervisor's worst case: all services, then the servers, each until its timeout. */
const supervisorMs = 150_000;
const orphanMs = 30_000;
const pollEveryMs = 100;

/**
 * Stops everything of this data directory, through its supervisor or, if that is gone, directly.
 *
 * @param {Site} site
 * @returns {Promise<boolean>} Whether anything ran.
 */
export async function shutDown(site) {
  const supervisor = site.records.supervisor();
  if (supervisor !== null) {
    site.console.log(`stopping Earshot at ${supervisor.url ?? site.settings.dataDir}`);
    await end([supervisor], supervisorMs);
  }
  const orphans = await stopOrphans(site);
  if (existsSync(site.layout.dockerMarker) && hasDockerEngine()) await removeContainers(site, { deleteData: false });
  return supervisor !== null || orphans > 0;
}

/**
 * Stops the processes of a killed supervisor: jobs, services, then servers.
 *
 * @param {Site} site
 * @returns {Promise<number>} Number of processes.
 */
export async function stopOrphans(site) {
  const orphans = site.records.alive().filter((record) => record.kind !== 'supervisor');
  if (orphans.length === 0) return 0;
  site.console.log(`stopping processes of an earlier run: ${orphans.map(({ name }) => name).join(', ')}`);
  for (const kind of ['job', 'app', 'server']) {
    await end(
      orphans.filter((record) => record.kind === kind),
      orphanMs,
    );
  }
  for (const { name } of orphans) site.records.remove(name);
  return orphans.length;
}

/**
 * @param {ProcessRecord[]} records
 * @param {number} timeoutMs After it, processes and their groups are killed.
 */
async function end(records, timeoutMs) {
  const deadline = performance.now() + timeoutMs;
  for (const record of records) if (isAlive(record)) sendSignal(record.pid, record.stopSignal);
  while (records.some(isAlive) && performance.now() < deadline) await sleep(pollEveryMs);
  for (const record of records.filter(isAlive)) {
    sendSignal(-record.pid, 'SIGKILL');
    sendSignal(record.pid, 'SIGKILL');
  }
}

/** @param {ProcessRecord} record */
function isAlive(record) {
  return startTimeOf(record.pid) === record.startTime;
}
