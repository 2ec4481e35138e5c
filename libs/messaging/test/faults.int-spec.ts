import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { lastValueFrom, toArray } from 'rxjs';
import { KafkaBroker } from '../src/broker/kafka/kafka-broker.js';
import { FaultyNetwork } from './faulty-network.js';
import { recordingLogger, testContracts, type TestContracts } from './lanes-app.js';
import { until } from './until.js';
import { lanesProcess, type LanesProcess } from './lanes-process.js';

const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',').filter(Boolean);

describe('lanes over Kafka, when something breaks', () => {
  let contracts: TestContracts;
  let broker: KafkaBroker;
  let caller: LanesProcess;
  let processes: LanesProcess[];
  let children: ChildProcess[];
  let network: FaultyNetwork;

  beforeEach(async () => {
    contracts = testContracts('faults');
    network = new FaultyNetwork();
    broker = new KafkaBroker({ brokers }, 'faults', recordingLogger(), network);
    children = [];
    await broker.admin.ensureTopics([contracts.work.topic, contracts.command.topic, contracts.event.topic]);
    caller = lanesProcess(broker, 'gateway', 'gateway-0');
    processes = [caller];
    await caller.runtime.connected();
  }, 30_000);

  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    for (const { runtime } of processes) await runtime.close();
  }, 30_000);

  async function worker(instance: string): Promise<{ child: ChildProcess; begun: string[] }> {
    const settings = { brokers, topic: contracts.work.topic, service: contracts.prefix, instance };
    const child = fork(new URL('./worker-process.mjs', import.meta.url), [JSON.stringify(settings)], { execArgv: [] });
    children.push(child);
    const begun: string[] = [];
    child.on('message', (message: { begun?: string }) => {
      if (message.begun !== undefined) begun.push(message.begun);
    });
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error('worker ended'))),
    ]);
    return { child, begun };
  }

  const ask = (text: string) =>
    caller.runtime.work.request(contracts.work, { text }, { call: caller.call, deadlineMs: 30_000 });
  const answer = async (text: string): Promise<string> =>
    (await lastValueFrom(ask(text).pipe(toArray())))
      .flat()
      .map((chunk) => chunk.text)
      .join('');
  const shout = (text: string, deadlineMs = 30_000) =>
    caller.runtime.commands.command(contracts.command, { text }, { call: caller.call, deadlineMs });

  async function shouter(): Promise<string[]> {
    const handled: string[] = [];
    const process = lanesProcess(broker, contracts.prefix, 'shouter-0');
    processes.push(process);
    const registration = {
      contract: contracts.command,
      handle: async (commands: readonly { body: unknown }[]) => {
        const texts = commands.map(({ body }) => (body as { text: string }).text);
        handled.push(...texts);
        return texts.map((text) => ({ ok: { text: text.toUpperCase() } }));
      },
    };
    await process.serve({ commands: [registration] });
    return handled;
  }

  it('loses and repeats no request while workers join and leave', async () => {
    const first = await worker('first');
    const texts = Array.from({ length: 300 }, (_, index) => `r${index}`);
    const answers: Promise<string>[] = [];
    let second: Awaited<ReturnType<typeof worker>> | undefined;
    for (const [index, text] of texts.entries()) {
      answers.push(answer(text));
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (index === 50) void worker('second').then((started) => (second = started));
      if (index === 200) first.child.send('stop');
    }
    expect(await Promise.all(answers)).toEqual(texts);
    const begun = [...first.begun, ...(second?.begun ?? [])].sort();
    expect(begun).toEqual([...texts].sort());
    expect(second?.begun.length).toBeGreaterThan(0);
  }, 60_000);

  it('delivers answers again after the reply topic of a process was deleted', async () => {
    await shouter();
    expect(await shout('before')).toEqual({ text: 'BEFORE' });
    await broker.admin.deleteTopics([caller.runtime.replies.name]);
    await until(
      () =>
        shout('after', 2_000).then(
          () => true,
          () => false,
        ),
      'an answer in the new inbox',
      50_000,
    );
    expect(caller.runtime.replies.healthy).toBe(true);
  }, 60_000);

  it('retries on another worker when a worker is killed before the first chunk', async () => {
    const victim = await worker('victim');
    const answers = Array.from({ length: 8 }, (_, index) => answer(`hold${index}`));
    await until(() => victim.begun.length === 8, 'the victim to begin');
    await worker('other');
    victim.child.kill('SIGKILL');
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 8 }, (_, index) => `hold${index}`));
  }, 60_000);

  it('ends a started stream with worker_lost when its worker is killed', async () => {
    const victim = await worker('victim');
    const seen: string[] = [];
    const ended = new Promise((resolve) =>
      ask('half').subscribe({ next: (chunks) => seen.push(...chunks.map(({ text }) => text)), error: resolve }),
    );
    await until(() => seen.length === 1, 'the first chunk');
    victim.child.kill('SIGKILL');
    expect(await ended).toMatchObject({ code: 'worker_lost' });
  }, 60_000);

  it('dead-letters a poison message and handles the next one', async () => {
    await shouter();
    const producer = broker.producer();
    const { name, deadLetters } = contracts.command.topic;
    await producer.send(
      [0, 1, 2, 3].map((partition) => ({ topic: name, partition, key: null, value: Buffer.from('{') })),
    );
    await producer.close();
    expect(await shout('next')).toEqual({ text: 'NEXT' });
    const deadLettersTotal = async (): Promise<number> =>
      (await broker.admin.bounds(deadLetters?.name ?? ''))[0]?.end ?? 0;
    await until(async () => (await deadLettersTotal()) === 4, 'four dead letters');
  }, 60_000);

  it('reconnects after a broker outage and loses no command within its deadline', async () => {
    const handled = await shouter();
    await worker('first');
    expect(await shout('before')).toEqual({ text: 'BEFORE' });
    network.goDown();
    await expect(shout('hopeless', 1_000)).rejects.toMatchObject({ code: 'service_unavailable' });
    const pending = [shout('patient'), answer('patient')];
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    network.isDown = false;
    expect(await Promise.all(pending)).toEqual([{ text: 'PATIENT' }, 'patient']);
    expect(handled).toContain('patient');
    await until(() => caller.runtime.replies.healthy, 'health');
  }, 60_000);

  it('answers other callers after a caller has disconnected', async () => {
    await worker('first');
    const gone = lanesProcess(broker, 'gateway', 'gateway-1');
    await gone.runtime.connected();
    gone.runtime.work
      .request(contracts.work, { text: 'x'.repeat(300) }, { call: gone.call, deadlineMs: 30_000 })
      .subscribe({ error: () => undefined });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await broker.admin.deleteTopics([gone.runtime.replies.name]);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => answer(`still${index}`)));
    expect(answers).toHaveLength(20);
    await gone.runtime.close();
  }, 60_000);
});
