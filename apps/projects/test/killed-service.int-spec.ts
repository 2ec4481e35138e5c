import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createProject, deleteProject, listProjects, type Project } from '@earshot/contracts-projects';
import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { until } from '@earshot/messaging/testing';
import { createProjectsDatabase, startCaller } from './projects-app.js';

const brokers = process.env['KAFKA_BROKERS'] ?? '';

/** How long a command may take here: longer than the broker needs to see that the killed process is gone (6 s). */
const deadlineMs = 40_000;

describe('the projects service, killed in the middle', () => {
  let database: Awaited<ReturnType<typeof createProjectsDatabase>>;
  let caller: Awaited<ReturnType<typeof startCaller>>;
  let service: ChildProcess;

  beforeAll(async () => {
    database = await createProjectsDatabase();
    caller = await startCaller({ brokers: brokers.split(',') });
    service = await start();
  }, 60_000);

  afterAll(async () => {
    await stop(service);
    await caller.close();
    await database.drop();
  }, 60_000);

  /** The built service in a process of its own; resolves once it says that it has started. */
  async function start(): Promise<ChildProcess> {
    const env = {
      ...process.env,
      KAFKA_BROKERS: brokers,
      DATABASE_URL: database.url,
      EARSHOT_INSTANCE: `projects-${randomUUID()}`,
    };
    const main = new URL('../dist/main.js', import.meta.url);
    const child = fork(main, { env, execArgv: [], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    let log = '';
    child.stdout?.on('data', (text: Buffer) => (log += text.toString()));
    await until(() => {
      if (child.exitCode !== null) throw new Error(`the service did not start: ${log}`);
      return log.includes('"message":"started"');
    });
    return child;
  }

  async function stop(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }

  const create = (key: string): Promise<Project> =>
    caller.lanes.command(
      createProject,
      { id: randomUUID(), key, name: key, system_prompt: null },
      { call: caller.call, deadlineMs },
    );

  it('loses no command, executes none twice and resumes after a restart', async () => {
    const before = await create(`before-${randomUUID()}`);
    const keys = Array.from({ length: 200 }, () => `killed-${randomUUID()}`);
    let answered = 0;
    const pendingCommands = keys.map(async (key) => {
      const project = await create(key);
      answered += 1;
      return project;
    });
    await until(() => answered > 0);
    const gone = once(service, 'exit');
    service.kill('SIGKILL');
    await gone;
    service = await start();
    const created = await Promise.all(pendingCommands);

    expect(created.map(({ key }) => key)).toEqual(keys);
    await caller.projects.fence();
    expect(created.filter((project) => caller.projects.get(project.id)?.updated_at !== project.updated_at)).toEqual([]);
    const only = [before, ...created].map(({ id }) => id);
    const page = { limit: 100, cursor: null, only };
    const listed = await caller.lanes.command(listProjects, page, { call: caller.call, deadlineMs });
    expect(listed.data).toHaveLength(100);
    expect(listed.data[0]).toEqual(before);
    await caller.lanes.command(deleteProject, { id: before.id }, { call: caller.call, deadlineMs });
    await caller.projects.fence();
    expect(caller.projects.get(before.id)).toBeUndefined();
  }, 120_000);
});
