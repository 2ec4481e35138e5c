/**
 * Loaded into a service before its own code (`node --import`): SIGUSR2 begins a CPU profile, the next one ends it and
 * writes it to BENCH_PROFILE_DIR as `<pid>.cpuprofile`; `<pid>.begun` is there in between. Unlike `node --cpu-prof` it sees
 * the load alone, not the start.
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
    // Whoever waits for it finds it whole.
    renameSync(`${file}.draft`, file);
  }
});
