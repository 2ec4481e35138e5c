import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { conflict } from '@earshot/errors';
import { testContracts } from '../../test/lanes-app.js';
import { until } from '../../test/until.js';
import { lanesProcess, type LanesProcess } from '../../test/lanes-process.js';
import { MemoryBroker } from '../../test/memory/memory-broker.js';
import { FrameSender } from '../send/frame-sender.js';
import type { Command, CommandResult } from './command-server.js';

type Text = { text: string };
type Group = readonly Command<unknown>[];
const contracts = testContracts('command', 2);
const command = { ...contracts.command };
const read = { ...contracts.command, type: 'look.v1', read: true as const };
const textOf = ({ body }: Command<unknown>): string => (body as Text).text;

describe('command lane', () => {
  let broker: MemoryBroker;
  let caller: LanesProcess;
  let processes: LanesProcess[];

  beforeEach(async () => {
    broker = new MemoryBroker();
    await broker.admin.ensureTopics([command.topic]);
    caller = lanesProcess(broker, 'gateway', 'gateway-0');
    processes = [caller];
    await caller.runtime.connected();
  });

  afterEach(async () => {
    for (const { runtime } of processes) await runtime.close();
  });

  async function service(handle: (commands: Group) => Promise<CommandResult<unknown>[]>) {
    const process = lanesProcess(broker, 'projects', 'projects-0');
    processes.push(process);
    const groups: Group[] = [];
    const traced = (commands: Group): Promise<CommandResult<unknown>[]> => {
      groups.push(commands);
      return handle(commands);
    };
    const registered = [command, read].map((contract) => ({ contract, handle: traced }));
    await process.serve({ commands: registered });
    return { groups, process };
  }

  const shout = async (commands: Group): Promise<CommandResult<unknown>[]> =>
    commands.map((each) => ({ ok: { text: textOf(each).toUpperCase() } }));
  const give = (text: string, options: { id?: string; key?: string; deadlineMs?: number } = {}) =>
    caller.runtime.commands.command(command, { text }, { call: caller.call, ...options });
  const deadLetters = () => broker.recordsOf(command.topic.deadLetters?.name ?? '').flat();

  it('delivers concurrent commands as one group and answers each', async () => {
    const { groups } = await service(shout);
    const texts = Array.from({ length: 40 }, (_, index) => `c${index}`);
    const answers = await Promise.all(texts.map((text) => give(text, { key: 'k' })));
    expect(answers.map(({ text }) => text)).toEqual(texts.map((text) => text.toUpperCase()));
    expect(groups.length).toBeLessThan(5);
    expect(groups.flat().map(textOf)).toEqual(texts);
  });

  it('delivers at most 500 commands at once', async () => {
    const { groups } = await service(shout);
    await Promise.all(Array.from({ length: 1_200 }, (_, index) => give(`c${index}`, { key: 'k' })));
    expect(Math.max(...groups.map(({ length }) => length))).toBeLessThanOrEqual(500);
  });

  it('groups commands by type and keeps the order of their partition', async () => {
    const { groups } = await service(shout);
    const pendingCommands = [command, read, command].map((contract, index) =>
      caller.runtime.commands.command(contract, { text: `c${index}` }, { call: caller.call, key: 'k' }),
    );
    await Promise.all(pendingCommands);
    expect(groups.map((group) => group.map(textOf))).toEqual([['c0'], ['c1'], ['c2']]);
  });

  it('carries the id of the caller, or a new uuid', async () => {
    const { groups } = await service(shout);
    await give('a', { id: '01890a5d-ac96-774b-bcce-b302099a8057' });
    await give('b');
    expect(groups[0]?.[0]?.id).toBe('01890a5d-ac96-774b-bcce-b302099a8057');
    expect(groups[1]?.[0]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  it('answers with the error of the handler and still answers the others', async () => {
    await service(async (commands) =>
      commands.map((each) =>
        textOf(each) === 'bad' ? { error: conflict('taken', 'Taken.') } : { ok: { text: textOf(each) } },
      ),
    );
    const [good, bad] = await Promise.allSettled([give('good', { key: 'k' }), give('bad', { key: 'k' })]);
    expect(good).toMatchObject({ status: 'fulfilled', value: { text: 'good' } });
    expect(bad).toMatchObject({ status: 'rejected', reason: { code: 'taken', type: 'conflict_error' } });
  });

  it('rejects a command that violates its contract, dead-letters it, and handles the next', async () => {
    await service(shout);
    await expect(give(5 as unknown as string, { key: 'k' })).rejects.toMatchObject({ code: 'invalid_message' });
    expect(await give('next', { key: 'k' })).toEqual({ text: 'NEXT' });
    expect(deadLetters()).toHaveLength(1);
    expect(deadLetters()[0]?.headers).toMatchObject({ 'dead-letter-reason': 'invalid' });
  });

  it('dead-letters a record that is no command and handles the next', async () => {
    await service(shout);
    const bytes = Buffer.from('{"half":');
    await broker.producer().send([{ topic: command.topic.name, partition: 0, key: 'k', value: bytes }]);
    expect(await give('next', { key: 'k' })).toEqual({ text: 'NEXT' });
    await until(() => deadLetters().length === 1, 'the dead letter');
    expect(deadLetters()[0]?.value).toEqual(bytes);
  });

  it('dead-letters an oversized command without its value and handles the next', async () => {
    await service(shout);
    const value = Buffer.alloc(1_000_000, '{');
    await broker.producer().send([{ topic: command.topic.name, partition: 0, key: 'k', value }]);
    await until(() => deadLetters().length === 1, 'the dead letter');
    expect(deadLetters()[0]?.value).toBeNull();
    expect(deadLetters()[0]?.headers).toMatchObject({
      'dead-letter-reason': 'invalid',
      'dead-letter-value': 'left out',
      'dead-letter-position': `${command.topic.name}/0/0`,
    });
  });

  it('answers a poison command with a server error, dead-letters it, and handles its neighbours', async () => {
    await service(async (commands) => {
      if (commands.some((each) => textOf(each) === 'poison')) throw new Error('secret of the database');
      return shout(commands);
    });
    const pendingCommands = ['a', 'poison', 'b'].map((text) => give(text, { key: 'k', deadlineMs: 30_000 }));
    const [a, poison, b] = await Promise.allSettled(pendingCommands);
    expect([a, b]).toMatchObject([{ value: { text: 'A' } }, { value: { text: 'B' } }]);
    expect(poison).toMatchObject({ reason: { code: 'internal_error', type: 'server_error' } });
    expect(JSON.stringify(poison)).not.toContain('secret');
    expect(deadLetters()[0]?.headers).toMatchObject({ 'dead-letter-reason': 'failed' });
  }, 20_000);

  it('delays an answer instead of dropping it when the send queue is full', async () => {
    const sending = jest.spyOn(FrameSender.prototype, 'send');
    await service((commands) => {
      sending.mockReturnValueOnce(false);
      return shout(commands);
    });
    expect(await give('patience', { deadlineMs: 5_000 })).toEqual({ text: 'PATIENCE' });
    expect(sending.mock.results.map(({ value }) => value)).toEqual([false, true]);
    sending.mockRestore();
  });

  it('answers before it stops, also where the broker refuses the answer once', async () => {
    const { process } = await service((commands) => {
      broker.failSends(1);
      setImmediate(() => void process.runtime.close());
      return shout(commands);
    });
    expect(await give('a', { deadlineMs: 5_000 })).toEqual({ text: 'A' });
  });

  it('handles a write of a disconnected caller, but not a read', async () => {
    const late = [command, read].map((contract) =>
      caller.runtime.commands.command(contract, { text: 'late' }, { call: caller.call, deadlineMs: 100 }),
    );
    for (const each of late) await expect(each).rejects.toMatchObject({ code: 'deadline_exceeded' });
    const { groups } = await service(shout);
    await give('after', { key: 'k' });
    await until(() => groups.flat().length >= 2, 'the write');
    expect(groups.flat().map(textOf).sort()).toEqual(['after', 'late']);
  });

  it('redelivers uncommitted commands when a process is killed', async () => {
    let stuck = true;
    const { groups } = await service((commands) => (stuck ? new Promise(() => undefined) : shout(commands)));
    const answered = give('again', { id: '01890a5d-ac96-774b-bcce-b302099a8057' });
    await until(() => groups.length === 1, 'the first delivery');
    stuck = false;
    broker.killMember(`projects.${command.topic.name}`);
    const second = await service(shout);
    expect(await answered).toEqual({ text: 'AGAIN' });
    expect(second.groups[0]?.[0]?.id).toBe('01890a5d-ac96-774b-bcce-b302099a8057');
  });

  it('waits until the deadline for the broker to return', async () => {
    await service(shout);
    broker.goAway();
    const answered = give('patience');
    await new Promise((resolve) => setTimeout(resolve, 300));
    broker.comeBack();
    expect(await answered).toEqual({ text: 'PATIENCE' });
  });

  it('fails with service_unavailable at the deadline while the broker is away', async () => {
    broker.goAway();
    await expect(give('x', { deadlineMs: 300 })).rejects.toMatchObject({ code: 'service_unavailable' });
    broker.comeBack();
  });
});
