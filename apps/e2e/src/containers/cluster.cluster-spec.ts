import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { FeedbackProject } from '../support/feedback-project.js';
import * as kubernetes from '../support/kubernetes.js';
import { services } from '../support/stack.js';
import { underLoad } from '../support/under-load.js';

// Rollouts of six services on two busy cores.
jest.setTimeout(30 * 60_000);

/** Begins on an installation of the previous revision; leaves a new one with the restored data. */
describe('the charts in a cluster', () => {
  const project = new FeedbackProject();
  const folder = mkdtempSync(join(tmpdir(), 'earshot-cluster-'));
  const { kubectl, helm } = kubernetes;

  beforeAll(() => project.start());
  afterAll(async () => {
    await project.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are upgraded from the previous revision under load, without a failed request', async () => {
    const toll = await underLoad(project, [() => helm(...kubernetes.cluster().earshot)]);
    expect([toll.interrupted, toll.retries]).toEqual([[], []]);
  });

  it('fail no request while the pods of each Deployment are replaced', async () => {
    const steps = services.map((name) => () => kubernetes.roll(name));
    const toll = await underLoad(project, steps);
    expect([toll.interrupted, toll.retries]).toEqual([[], []]);
  });

  it('fail no request while each service gets a third pod, and loses it again', async () => {
    const toll = await underLoad(project, [() => kubernetes.scale(3), () => kubernetes.scale(2)]);
    expect([toll.interrupted, toll.retries]).toEqual([[], []]);
  });

  it('lose nothing that they acknowledged while pods of each service and server are killed', async () => {
    const components = [...services, 'kafka', 'postgres', 'minio'];
    const steps = components.map((name) => () => kubernetes.killPod(name));
    const toll = await underLoad(project, steps);
    console.log(
      `kills: ${toll.interrupted.length} of ${toll.chats} chats interrupted, ${toll.retries.length} writes repeated`,
    );
  });

  it.each([
    ['gateway', 'servers-kafka', 9092, true],
    ['gateway', 'servers-minio', 9000, true],
    ['gateway', 'servers-postgres', 5432, false],
    ['projects', 'servers-postgres', 5432, true],
    ['projects', 'servers-minio', 9000, false],
    ['feedback', 'earshot-gateway', 80, false],
  ])('let %s reach %s:%s: %s', async (service, host, port, allowed) => {
    expect(await kubernetes.reaches(service, host, port)).toBe(allowed);
  });

  it('restore a backup into a new installation', async () => {
    const stored = () => project.get('interactions?limit=100');
    const { servers, earshot } = kubernetes.cluster();
    const before = await stored();
    await kubernetes.startBackupPod(join(folder, 'pod.json'));
    await kubernetes.backup('make');
    await helm('uninstall', 'earshot', '--namespace', kubernetes.cluster().namespace, '--wait');
    await helm('uninstall', 'servers', '--namespace', kubernetes.cluster().namespace, '--wait');
    await kubectl('delete', 'persistentvolumeclaims', '--all');
    await helm(...servers);
    // Jobs create the tables; services would write to them.
    await helm(...earshot, ...services.flatMap((name) => ['--set', `services.${name}.replicas=0`]));
    await kubernetes.backup('restore');
    await helm(...earshot);
    expect((await stored()).body).toEqual(before.body);
    expect(before.body.data).toHaveLength(100);
  });
});
