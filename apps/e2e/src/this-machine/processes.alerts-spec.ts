import { afterAll, afterEach, beforeAll, describe, it, jest } from '@jest/globals';
import { freeze, keepDown, starve } from '../support/lasting-faults.js';
import { areReady, servicesRunning } from '../support/processes.js';
import { Prometheus } from '../support/prometheus/prometheus.js';
import { provoke } from '../support/prometheus/provoke.js';

// Each alert waits for its time, and again until it is resolved.
jest.setTimeout(6 * 60_000);

describe('a process', () => {
  const prometheus = new Prometheus();

  beforeAll(() => prometheus.start());
  afterEach(areReady);
  afterAll(() => prometheus.stop());

  it('that hangs is reported as down', async () => {
    await provoke(prometheus, {
      fault: () => freeze('storage-0'),
      fires: [{ alertname: 'EarshotProcessDown', service: 'storage' }],
    });
  });

  const processesOf = (service: string) => servicesRunning().filter((name) => name.startsWith(`${service}-`));

  // The rule names each service (infra/observability/scraping.spec.mjs); these have one process, and two.
  it.each(['gateway', 'inference'])(
    'is missed when %s ends whenever it starts, although there is none to scrape',
    async (service) => {
      await provoke(prometheus, {
        fault: () => keepDown(...processesOf(service)),
        fires: [{ alertname: 'EarshotServiceMissing', service }],
        // Prometheus forgets a target after two more intervals, which are not shortened as much as the rules are.
        mayFire: ['EarshotProcessDown'],
      });
    },
  );

  it('with too little CPU is reported for its event loop', async () => {
    await provoke(prometheus, {
      fault: () => starve('feedback-0'),
      fires: [{ alertname: 'EarshotEventLoopStalled', service: 'feedback' }],
    });
  });
});
