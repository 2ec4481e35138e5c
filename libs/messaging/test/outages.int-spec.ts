import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { concat, defer, ignoreElements, of, tap } from 'rxjs';
import { KafkaBroker } from '../src/broker/kafka/kafka-broker.js';
import { requestTimeoutMs, workerTimeoutMs } from '../src/timing.js';
import { FaultyNetwork } from './faulty-network.js';
import { recordingLogger, testContracts } from './lanes-app.js';
import { lanesProcess, type LanesProcess } from './lanes-process.js';
import { until } from './until.js';
import { serveWork, wholeText } from './work-scene.js';

const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',').filter(Boolean);

describe('work over Kafka, while Kafka is unavailable for longer than a worker may be silent', () => {
  const contracts = testContracts('outages');
  let network: FaultyNetwork;
  let caller: LanesProcess;
  let worker: LanesProcess;

  beforeEach(async () => {
    network = new FaultyNetwork();
    const broker = new KafkaBroker({ brokers }, 'outages', recordingLogger(), network);
    await broker.admin.ensureTopics([contracts.work.topic, contracts.event.topic]);
    caller = lanesProcess(broker, 'gateway', 'gateway-0');
    worker = lanesProcess(broker, contracts.prefix, 'worker-0');
    await caller.runtime.connected();
  }, 30_000);

  afterEach(async () => {
    network.isDown = false;
    await Promise.all([caller, worker].map(({ runtime }) => runtime.close()));
  }, 30_000);

  it.each([
    ['streamed', false],
    ['whole', true],
  ])(
    'withholds no complete %s answer longer than its record takes to be acknowledged',
    async (_, buffered) => {
      const generated = Promise.withResolvers<void>();
      let acknowledgedAt = 0;
      const begun = await serveWork(worker, contracts.work, ({ text }) => {
        const record = defer(async () => {
          await generated.promise;
          await worker.runtime.events.publish(contracts.event, { text }, { call: worker.call, retryForMs: 15_000 });
          acknowledgedAt = Date.now();
        });
        return concat(of({ text: 'com' }), record.pipe(ignoreElements()), of({ text: 'plete' }));
      });
      let isStarted = false;
      const options = { call: caller.call, deadlineMs: 60_000, buffered };
      const answer = caller.runtime.work.request(contracts.work, { text: 'x' }, options);
      const answering = wholeText(answer.pipe(tap(() => (isStarted = true))));
      await until(() => isStarted, 'the first chunk');
      network.goDown();
      generated.resolve();
      await sleep(workerTimeoutMs + 2_000);
      expect(acknowledgedAt).toBe(0);
      network.isDown = false;
      expect(await answering).toBe('complete');
      expect(begun).toHaveLength(1);
      expect(Date.now() - acknowledgedAt).toBeLessThan(requestTimeoutMs);
    },
    60_000,
  );
});
