/**
 * Preloaded into a service (`node --import`). SIGUSR2 starts a CPU profile; the next one stops it and writes
 * BENCH_PROFILE_DIR/<pid>.cpuprofile. `<pid>.begun` exists meanwhile. Unlike `node --cpu-prof` it excludes startup.
 */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import path from 'node:path';

const intervalMicros = 250;
/** @type {Session | null} */
let session = null;
const begun = path.join(process.env.BENCH_PROFILE_DIR, `${process.pid}.begun`);
const file = path.join(process.env.BENCH_PROFILE_DIR, `${process.pid}.cpuprofile`);

process.on('SIGUSR2', async () => {
  if (session === null) {
    session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: intervalMicros });
    await session.post('Profiler.start');
    writeFileSync(begun, '');
  } else {
    const ended = session;
    session = null;
    const { profile } = await ended.post('Profiler.stop');
    ended.disconnect();
    rmSync(begun);
    writeFileSync(`${file}.draft`, JSON.stringify(profile));
    // Renamed when complete, because others wait for it.
    renameSync(`${file}.draft`, file);
  }
});
