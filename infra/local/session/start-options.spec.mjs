import { describe, expect, it } from '@jest/globals';
import { chooseBrokers, readStartOptions } from './start-options.mjs';

const services = ['projects', 'inference', 'gateway'];
const read = (/** @type {string[]} */ ...args) => readStartOptions(args, services);

describe('the options of npm start', () => {
  it('run one process of each unnamed service, and as many brokers as before', () => {
    const options = { replicas: { projects: 1, inference: 2, gateway: 3 }, brokers: null };
    expect(read('--replicas', 'inference=2,gateway=3')).toEqual({ options, problems: [] });
    expect(read('--replicas=inference=2', '--replicas=gateway=3')).toEqual({ options, problems: [] });
  });

  it.each([
    'inference=0',
    'inference=-1',
    'inference=1.5',
    'inference=two',
    'inference',
    'inference=',
    'inference=1000',
  ])('reject %s and name the expected form', (list) => {
    expect(read('--replicas', list).problems).toEqual([
      expect.stringContaining('must have a whole number from 1 to 16: inference=2'),
    ]);
  });

  it('name the services when one is unknown', () => {
    const { problems } = read('--replicas', 'inferense=2');
    expect(problems).toEqual([expect.stringMatching(/inferense.*projects, inference, gateway/)]);
  });

  it.each([[['--replicas']], [['--fast']], [['fast']], [['--brokers']], [['--brokers', '2']]])('reject %j', (args) => {
    expect(read(...args).problems).toHaveLength(1);
  });

  it('run one or three brokers', () => {
    expect(read('--brokers', '3')).toMatchObject({ options: { brokers: 3 }, problems: [] });
    expect(read('--brokers=1')).toMatchObject({ options: { brokers: 1 }, problems: [] });
  });
});

describe('the number of brokers', () => {
  /** @param {number} stored */
  const site = (stored, usesDocker = false) =>
    /** @type {import('./site.mjs').Site} */ (
      /** @type {unknown} */ ({ storedBrokers: () => stored, usesDocker, brokers: stored || 1 })
    );

  it('is chosen at the first start, and kept', () => {
    const [fresh, kept] = [site(0), site(3)];
    expect([chooseBrokers(fresh, 3), chooseBrokers(kept, null), chooseBrokers(kept, 3)]).toEqual([[], [], []]);
    expect([fresh.brokers, kept.brokers]).toEqual([3, 3]);
  });

  it('is not changed while there is data, nor in containers', () => {
    expect(chooseBrokers(site(1), 3)).toEqual([expect.stringMatching(/1 of 3 brokers.*npm run reset/)]);
    expect(chooseBrokers(site(0, true), 3)).toEqual([expect.stringContaining('EARSHOT_DOCKER=0')]);
  });
});
