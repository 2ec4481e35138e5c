import { describe, expect, it } from '@jest/globals';
import { brokenRules, differingFlags, missingNodes } from './compose-rules.mjs';

const hardened = {
  user: '10001:10001',
  read_only: true,
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  deploy: { resources: { limits: { memory: '402653184', pids: 128 } } },
  logging: { options: { 'max-size': '20m', 'max-file': '3' } },
};
const service = {
  ...hardened,
  image: 'x',
  build: {},
  restart: 'unless-stopped',
  healthcheck: { test: ['CMD', 'true'] },
};
const job = { ...hardened, image: 'x', build: {}, restart: 'no' };
/** @param {object} limits */
const limited = (limits) => ({ deploy: { resources: { limits } } });

describe('brokenRules', () => {
  it('are none for a compliant service and job', () => {
    const projects = { ...service, depends_on: { database: { condition: 'service_completed_successfully' } } };
    expect(brokenRules({ projects, database: job })).toEqual([]);
  });

  it.each([
    ['an image without a version', { build: undefined, image: 'grafana/grafana' }, 'an image with a version'],
    ['the latest image', { build: undefined, image: 'grafana/grafana:latest' }, 'an image with a version'],
    ['a service without a health check', { healthcheck: undefined }, 'a health check'],
    ['a service that is left dead', { restart: undefined }, 'unless-stopped'],
    ['memory without a limit', limited({ pids: 128 }), 'limits of memory and pids'],
    ['processes without a limit', limited({ memory: '1' }), 'limits of memory and pids'],
    ['logs without a limit', { logging: undefined }, 'logs of bounded size'],
    ['logs of one endless file', { logging: { options: { 'max-file': '3' } } }, 'logs of bounded size'],
    ['an image that can be written to', { read_only: false }, 'a read-only root file system'],
    ['root by its name', { user: 'root:root' }, 'a user that is not root'],
    ['root by its number', { user: '0:0' }, 'a user that is not root'],
    ['the user of the image', { user: undefined }, 'a user that is not root'],
    ['capabilities', { cap_drop: undefined }, 'cap_drop'],
    ['a way to gain rights', { security_opt: [] }, 'no-new-privileges'],
    ['a way to Kafka without a user', { environment: { KAFKA_BROKERS: 'kafka:1' } }, 'a user of its own'],
    [
      "another's way to Kafka",
      {
        environment: {
          KAFKA_BROKERS: 'a:1',
          KAFKA_CLIENT_PROPERTIES: '/a',
          KAFKA_USERNAME: 'earshot-projects',
          KAFKA_PASSWORD: 'x',
        },
      },
      'a user of its own',
    ],
    ['a port of a service', { ports: [{ host_ip: '127.0.0.1', published: '1' }] }, 'publishes a port'],
    ['a port open to the network', { build: undefined, image: 'a:1', ports: [{ published: '1' }] }, 'an address'],
  ])('name %s', (_what, change, sentence) => {
    expect(brokenRules({ it: { ...service, ...change } })).toEqual([expect.stringContaining(sentence)]);
  });

  it('name a dependency without a condition', () => {
    const wanting = (/** @type {string} */ condition) => ({ ...service, depends_on: { needed: { condition } } });
    const sentences = [expect.stringMatching('^it must wait')];
    expect(brokenRules({ it: wanting('service_started'), needed: service })).toEqual(sentences);
    expect(brokenRules({ it: wanting('service_healthy'), needed: job })).toEqual(sentences);
  });
});

describe('missingNodes', () => {
  const stack = [
    { name: 'postgres', needs: [] },
    { name: 'database', needs: ['postgres'] },
    { name: 'projects', needs: ['postgres', 'database'] },
  ];
  const after = (/** @type {string[]} */ ...names) => ({
    depends_on: Object.fromEntries(names.map((name) => [name, { condition: '' }])),
  });

  it('are none when everything runs after its direct and indirect dependencies', () => {
    const services = { postgres: {}, database: after('postgres'), projects: after('database') };
    expect(missingNodes(services, stack)).toEqual([]);
  });

  it('name missing services and missing dependencies', () => {
    const services = { postgres: {}, projects: after('postgres') };
    expect(missingNodes(services, stack)).toEqual([
      'database of infra/local/stack.mjs is missing.',
      'projects must depend on database.',
    ]);
  });
});

describe('differingFlags', () => {
  const stack = [
    { name: 'kafka', kind: 'server' },
    { name: 'gateway', kind: 'app', nodeFlags: ['--a', '--b'] },
    { name: 'storage', kind: 'app', nodeFlags: ['--max-old-space-size=256', '--max-semi-space-size=4'] },
  ];
  const storage = { command: ['node', '--max-semi-space-size=4', 'main.js'] };

  it('are none when Node.js has the flags of npm start, except the size of the heap', () => {
    const gateway = { command: ['node', '--a', '--b', 'main.js'] };
    expect(differingFlags({ kafka: { command: ['--quiet'] }, gateway, storage }, stack)).toEqual([]);
  });

  it('name a missing size of the young generation', () => {
    expect(differingFlags({ gateway: { command: ['node', '--a', '--b', 'main.js'] }, storage: {} }, stack)).toEqual([
      'storage must give Node.js the flags of infra/local/stack.mjs: --max-semi-space-size=4.',
    ]);
  });

  it.each([[['node', '--a', 'main.js']], [['node', '--a', '--b', '--c', 'main.js']], [null]])('name %j', (command) => {
    expect(differingFlags({ gateway: { command }, storage }, stack)).toEqual([
      'gateway must give Node.js the flags of infra/local/stack.mjs: --a --b.',
    ]);
  });
});
