import { afterAll, afterEach, beforeAll, describe, it, jest } from '@jest/globals';
import { brokers, inSync } from '../support/brokers.js';
import { freezePostgres, keepDown, type Cure } from '../support/lasting-faults.js';
import { areReady } from '../support/processes.js';
import { Prometheus } from '../support/prometheus/prometheus.js';
import { provoke } from '../support/prometheus/provoke.js';
import { services } from '../support/stack.js';

// Each alert waits for its time, and again until it is resolved.
jest.setTimeout(6 * 60_000);

const withDatabase = services.filter((name) => name !== 'gateway');
const notReady = (check: string, of: readonly string[]) =>
  of.map((service) => ({ alertname: 'EarshotNotReady', service, check }));

describe('a server', () => {
  const prometheus = new Prometheus();

  beforeAll(() => prometheus.start());
  afterEach(async () => {
    await areReady();
    await inSync();
  });
  afterAll(() => prometheus.stop());

  const faults: [string, () => Cure | Promise<Cure>, Readonly<Record<string, string>>[], string[]][] = [
    ['PostgreSQL, stopped,', () => keepDown('postgres'), notReady('database', withDatabase), []],
    ['PostgreSQL, that hangs,', freezePostgres, notReady('database', withDatabase), []],
    ['MinIO, stopped,', () => keepDown('minio'), notReady('bucket', ['storage']), []],
    ['one broker of Kafka, stopped,', () => keepDown('kafka-2'), [{ alertname: 'EarshotKafkaReplicasMissing' }], []],
    [
      'Kafka, stopped,',
      () => keepDown(...brokers),
      notReady('kafka', services),
      // While they start one after the other.
      ['EarshotKafkaReplicasMissing'],
    ],
  ];

  it.each(faults)(
    '%s is reported by each process that needs it, and none counts as down',
    async (_, fault, fires, mayFire) => {
      await provoke(prometheus, { fault, fires, mayFire });
    },
  );
});
