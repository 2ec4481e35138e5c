import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { programs } from '../support/prometheus/prometheus.js';
import { allRules, root, rulesPath } from '../support/prometheus/rules.js';
import { services } from '../support/stack.js';

const execute = promisify(execFile);

/** Series with their values, one a minute, as `promtool test rules` has them. */
type Samples = Readonly<Record<string, string>>;

/** When a rule fires as it is in the file, with its real times. */
interface Case {
  readonly alert: string;
  /** Fires at `fires`, and not yet at `waits`. */
  readonly sick: Samples;
  readonly waits: string;
  readonly fires: string;
  /** Similar, and never fires. */
  readonly well: Samples;
}

const requests = (failing: number): Samples => ({
  'earshot_http_requests_total{status="200"}': '0+600x30',
  'earshot_http_requests_total{status="503"}': `0+${failing}x30`,
});
const firstEvents = (within10s: number): Samples => ({
  'earshot_http_first_event_seconds_bucket{le="10"}': `0+${within10s}x30`,
  'earshot_http_first_event_seconds_bucket{le="30"}': '0+100x30',
  'earshot_http_first_event_seconds_bucket{le="+Inf"}': '0+100x30',
});
const work = (running: number): Samples => ({
  'earshot_work_running{topic="inference.work"}': `${running}x30`,
  'earshot_work_limit{topic="inference.work"}': '100x30',
});
const up = (...names: string[]): Samples =>
  Object.fromEntries(names.map((name) => [`up{job="earshot", service="${name}"}`, '1x30']));
const one = (series: string, values: string): Samples => ({ [series]: values });
const lag = 'earshot_consumer_lag_records{group="a", topic="b"}';
const overdue = 'earshot_events_overdue{topic="a"}';
const deadLetters = 'earshot_dead_letters_total{topic="a", reason="failed"}';
const opened = 'earshot_provider_circuit_changes_total{state="open"}';
const scraped = 'up{job="earshot", service="gateway", instance="a"}';
const check = 'earshot_check_ok{service="gateway", instance="a", check="kafka"}';
const stalled = 'nodejs_eventloop_lag_p99_seconds{service="gateway", instance="a"}';

const cases: readonly Case[] = [
  { alert: 'EarshotManyErrors', sick: requests(12), waits: '5m', fires: '8m', well: requests(3) },
  { alert: 'EarshotSlowFirstEvent', sick: firstEvents(98), waits: '10m', fires: '13m', well: firstEvents(100) },
  {
    alert: 'EarshotEventsNotStored',
    sick: one(overdue, '3x30'),
    waits: '9m',
    fires: '12m',
    well: one(overdue, '3 3 3 0 3 3 3 0 3 3 3 0 3 3 3 0 3 3 3 0'),
  },
  {
    alert: 'EarshotDeadLetters',
    sick: one(deadLetters, '0x9 1x20'),
    waits: '8m',
    fires: '12m',
    well: one(deadLetters, '4x30'),
  },
  // Behind by as much, but catching up.
  {
    alert: 'EarshotConsumerLag',
    sick: one(lag, '0+300x30'),
    waits: '12m',
    fires: '16m',
    well: one(lag, '9000-200x30'),
  },
  {
    alert: 'EarshotKafkaReplicasMissing',
    sick: one('earshot_kafka_missing_replicas{topic="a"}', '1x30'),
    waits: '1m',
    fires: '4m',
    well: one('earshot_kafka_missing_replicas{topic="a"}', '1 0 1 0 1 0 1 0'),
  },
  { alert: 'EarshotWorkersFull', sick: work(95), waits: '4m', fires: '7m', well: work(85) },
  {
    alert: 'EarshotProviderFails',
    sick: one(opened, '0+1x30'),
    waits: '6m',
    fires: '12m',
    well: one(opened, '0 1x30'),
  },
  { alert: 'EarshotProcessDown', sick: one(scraped, '0x30'), waits: '1m', fires: '4m', well: one(scraped, '1x30') },
  {
    alert: 'EarshotServiceMissing',
    sick: up(...services.slice(1)),
    waits: '1m',
    fires: '4m',
    well: up(...services),
  },
  {
    alert: 'EarshotNotReady',
    sick: one(check, '0x30'),
    waits: '1m',
    fires: '4m',
    well: one(check, '1 0 1 0 1 0 1 0'),
  },
  {
    alert: 'EarshotEventLoopStalled',
    sick: one(stalled, '0.8x30'),
    waits: '9m',
    fires: '12m',
    well: one(stalled, '0.2x30'),
  },
];

describe('the rules with their real times', () => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-promtool-'));
  const file = join(folder, 'tests.yml');

  beforeAll(async () => {
    await execute(join(programs(), 'promtool'), [
      'check',
      'rules',
      '--lint=all',
      '--lint-fatal',
      join(root, rulesPath),
    ]);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Expects that an alert fires, or does not, at a time. @throws Error with the difference that promtool found. */
  async function expectAlert(alert: string, samples: Samples, at: string, isFiring: boolean): Promise<void> {
    const expected = {
      expr: `count by (alertname) (ALERTS{alertname="${alert}", alertstate="firing"})`,
      eval_time: at,
      exp_samples: isFiring ? [{ labels: `{alertname="${alert}"}`, value: 1 }] : [],
    };
    const input = Object.entries(samples).map(([series, values]) => ({ series, values }));
    const tests = [{ interval: '1m', input_series: input, promql_expr_test: [expected] }];
    writeFileSync(file, stringify({ rule_files: [join(root, rulesPath)], evaluation_interval: '1m', tests }));
    await execute(join(programs(), 'promtool'), ['test', 'rules', file]);
  }

  it.each(cases)('$alert waits until its time is over, and does not fire where all is well', async (one) => {
    const { alert, sick, waits, fires, well } = one;
    await expectAlert(alert, sick, waits, false);
    await expectAlert(alert, sick, fires, true);
    await expectAlert(alert, well, fires, false);
  });

  it('are all here', () => {
    expect(cases.map(({ alert }) => alert)).toEqual(allRules().map(({ alert }) => alert));
  });
});
