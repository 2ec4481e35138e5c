import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { send } from '../support/api.js';
import { brokers } from '../support/brokers.js';
import { compose, killContainers, runJobs, up, upgrade, useThreeBrokers } from '../support/compose.js';
import { FeedbackProject } from '../support/feedback-project.js';
import { services, stack } from '../support/stack.js';
import { underLoad } from '../support/under-load.js';

// Builds and starts on two busy cores.
jest.setTimeout(20 * 60_000);

/** Begins on an installation of the previous revision; leaves a new one with the restored data. */
describe('the installation of docker-compose.yml', () => {
  const project = new FeedbackProject();
  const backups = mkdtempSync(join(tmpdir(), 'earshot-compose-backup-'));

  beforeAll(() => project.start());
  afterAll(async () => {
    await project.stop();
    rmSync(backups, { recursive: true, force: true });
  });

  it('is upgraded from the previous revision under load: nothing that it acknowledged is lost', async () => {
    const toll = await underLoad(project, [upgrade]);
    console.log(
      `upgrade: ${toll.interrupted.length} of ${toll.chats} chats interrupted, ${toll.retries.length} writes repeated`,
    );
  });

  it('serves the console from the image, to browsers also at /', async () => {
    const page = await send('GET', '/console/', { key: null });
    const text = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const [script] = /\/console\/assets\/[^"]+\.js/.exec(text) ?? [];
    const asset = await send('GET', script as string, { key: null });
    expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    const redirect = await fetch(`${stack().url}/`, { redirect: 'manual', headers: { accept: 'text/html' } });
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, '/console/']);
  });

  it('fails no request while each service gets a second container, and loses it again', async () => {
    const scaled = (count: number) => () =>
      up('--no-deps', '--no-recreate', ...services.flatMap((name) => ['--scale', `${name}=${count}`]), ...services);
    const toll = await underLoad(project, [scaled(2), scaled(1)]);
    expect([toll.interrupted, toll.retries]).toEqual([[], []]);
  });

  it('loses nothing that it acknowledged while the containers of each service and server are killed', async () => {
    const killed = [...services, 'front', 'kafka', 'postgres', 'minio'];
    const toll = await underLoad(
      project,
      killed.map((name) => () => killContainers(name)),
    );
    console.log(
      `kills: ${toll.interrupted.length} of ${toll.chats} chats interrupted, ${toll.retries.length} writes repeated`,
    );
  });

  it('restores a backup into a new installation of three brokers', async () => {
    const owner = `${process.getuid?.()}:${process.getgid?.()}`;
    const backup = (command: string) =>
      compose('run', '--rm', '--user', owner, '--volume', `${backups}:/backups`, 'backup', command, '/backups/one');
    const stored = () => project.get('interactions?limit=100');
    const before = await stored();
    await backup('make');
    await compose('down', '--volumes');
    useThreeBrokers();
    await compose('up', '--detach', '--no-build', '--wait', 'postgres', ...brokers, 'minio');
    await runJobs();
    await backup('restore');
    await up();
    expect((await stored()).body).toEqual(before.body);
    expect(before.body.data).toHaveLength(100);
  });

  it('loses nothing that it acknowledged while each of three brokers is killed', async () => {
    const steps = brokers.map((name) => async () => {
      await killContainers(name);
      await up('--no-deps', '--no-recreate', name);
    });
    const toll = await underLoad(project, steps);
    console.log(
      `brokers: ${toll.interrupted.length} of ${toll.chats} chats interrupted, ${toll.retries.length} writes repeated`,
    );
  });
});
