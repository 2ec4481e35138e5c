import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lastValueFrom, of, Subject, type Observable } from 'rxjs';
import { testContracts } from '../../test/lanes-app.js';
import { until } from '../../test/until.js';
import { lanesProcess, type LanesProcess } from '../../test/lanes-process.js';
import { MemoryBroker } from '../../test/memory/memory-broker.js';

type Text = { text: string };
const { work } = testContracts('admission');

describe('a work lane whose workers are full', () => {
  let broker: MemoryBroker;
  let caller: LanesProcess;
  let processes: LanesProcess[];
  let begun: string[];
  let held: Subject<Text>;

  beforeEach(async () => {
    broker = new MemoryBroker();
    await broker.admin.ensureTopics([work.topic]);
    caller = lanesProcess(broker, 'gateway', 'gateway-0');
    processes = [caller];
    begun = [];
    held = new Subject();
    await caller.runtime.connected();
  });

  afterEach(async () => {
    for (const { runtime } of processes) await runtime.close();
  });

  /** Takes one request at a time; holds those that ask for it. */
  async function narrowWorker(name: string): Promise<void> {
    const process = lanesProcess(broker, 'inference', name, 1);
    processes.push(process);
    const handle = (request: unknown): Promise<Observable<Text>> => {
      const { text } = request as Text;
      begun.push(`${name} ${text}`);
      return Promise.resolve(text === 'held' ? held : of({ text }));
    };
    await process.serve({ work: [{ contract: work, handle }] });
  }

  const ask = (text: string): Promise<Text[]> =>
    lastValueFrom(caller.runtime.work.request(work, { text }, { call: caller.call, deadlineMs: 10_000 }));

  it('rejects a request at once with queue_full and accepts requests when it has room', async () => {
    await narrowWorker('inference-0');
    const holding = ask('held').catch((error: Error) => error);
    await until(() => begun.length === 1, 'the first to run');
    await expect(ask('next')).rejects.toMatchObject({ code: 'queue_full', type: 'overloaded_error' });
    held.next({ text: 'end' });
    held.complete();
    await holding;
    expect(await ask('later')).toEqual([{ text: 'later' }]);
  });

  it('tries another worker before it rejects', async () => {
    await narrowWorker('inference-0');
    await narrowWorker('inference-1');
    const holding = ask('held').catch((error: Error) => error);
    await until(() => begun.some((each) => each.endsWith('held')), 'one of them to be full');
    for (let time = 0; time < 40; time += 1) expect(await ask('next')).toEqual([{ text: 'next' }]);
    const alsoHolding = ask('held').catch((error: Error) => error);
    await until(() => begun.filter((each) => each.endsWith('held')).length === 2, 'both to be full');
    await expect(ask('one too many')).rejects.toMatchObject({ code: 'queue_full' });
    held.complete();
    await Promise.all([holding, alsoHolding]);
  });
});
