import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { from, lastValueFrom, toArray } from 'rxjs';
import { KafkaBroker } from '../src/broker/kafka/kafka-broker.js';
import { recordingLogger, testContracts } from './lanes-app.js';
import { lanesProcess, type LanesProcess } from './lanes-process.js';

const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',').filter(Boolean);
const { work } = testContracts('large');
/** Together twice what a worker keeps in case something got lost. */
const pieces = Array.from({ length: 12 }, (_, number) => ({ text: `${number} ${'x'.repeat(170_000)}` }));

let caller: LanesProcess;
let worker: LanesProcess;

beforeAll(async () => {
  const broker = (name: string) => new KafkaBroker({ brokers }, name, recordingLogger());
  caller = lanesProcess(broker('gateway-0'), 'gateway', 'gateway-0');
  worker = lanesProcess(broker('inference-0'), 'inference', 'inference-0');
  await worker.serve({ work: [{ contract: work, handle: () => Promise.resolve(from(pieces)) }] });
  await caller.runtime.connected();
});

afterAll(async () => {
  await caller.runtime.close();
  await worker.runtime.close();
});

it('delivers an answer larger than the replay buffer in order, also the first in a reply topic', async () => {
  for (let time = 0; time < 5; time += 1) {
    const answer = caller.runtime.work.request(work, { text: 'x' }, { call: caller.call, deadlineMs: 20_000 });
    expect((await lastValueFrom(answer.pipe(toArray()))).flat()).toEqual(pieces);
  }
}, 60_000);
