import path from 'node:path';

/**
 * The suites: unit (no servers), chart (rendered Helm charts), int and int-topics (real Kafka, PostgreSQL, MinIO), e2e
 * and e2e-alone (HTTP against the running stack), console (a browser on the running stack), faults (e2e for minutes,
 * with killed processes), rollout (e2e with two processes per service), brokers (e2e with three brokers that fail),
 * network (the same with partitions between hosts), alerts (e2e with Prometheus, which reports faults), compose and
 * cluster (an installation in containers), elsewhere (those of e2e that need only the address of an installation).
 */
const shared = {
  rootDir: import.meta.dirname,
  testEnvironment: path.join(import.meta.dirname, 'infra/local/testing/late-error-environment.mjs'),
  // Packages are read from their sources, so a test never runs against a stale build.
  testEnvironmentOptions: { customExportConditions: ['earshot-source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          keepClassNames: true,
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/.local/'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/.local/'],
};

/** Of int, those that run services on the topics of an installation. Others have their own, or a broker in memory. */
const onSharedTopics = [
  'apps/gateway/test/limits-exchange',
  'apps/inference/test/',
  'apps/projects/test/killed-service',
];

/** Of e2e, those that kill processes of the running stack, restore it or measure it. */
const onWholeStack = ['apps/e2e/src/this-machine/', 'apps/e2e/src/fair-shares'];

export default {
  // Against hanging tests, not a time measurement: the machine may be busy.
  testTimeout: 30_000,
  // An unhandled error fails its file, even a moment after the last test (`testEnvironment`).
  waitForUnhandledRejections: true,
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['**/*.spec.ts', '**/*.spec.mjs'] },
    { ...shared, displayName: 'chart', testMatch: ['**/*.chart-spec.mjs'] },
    {
      ...shared,
      displayName: 'int',
      testMatch: ['**/*.int-spec.ts'],
      testPathIgnorePatterns: [...shared.testPathIgnorePatterns, ...onSharedTopics],
    },
    { ...shared, displayName: 'int-topics', testRegex: onSharedTopics.map((name) => `/${name}[^/]*\\.int-spec\\.ts$`) },
    {
      ...shared,
      displayName: 'e2e',
      testMatch: ['**/*.e2e-spec.ts'],
      testPathIgnorePatterns: [...shared.testPathIgnorePatterns, ...onWholeStack],
    },
    { ...shared, displayName: 'e2e-alone', testRegex: onWholeStack.map((name) => `/${name}[^/]*\\.e2e-spec\\.ts$`) },
    { ...shared, displayName: 'console', testMatch: ['**/*.browser-spec.ts'] },
    { ...shared, displayName: 'faults', testMatch: ['**/*.faults-spec.ts'] },
    { ...shared, displayName: 'rollout', testMatch: ['**/*.rollout-spec.ts'] },
    { ...shared, displayName: 'brokers', testMatch: ['**/*.brokers-spec.ts'] },
    { ...shared, displayName: 'network', testMatch: ['**/*.network-spec.ts'] },
    { ...shared, displayName: 'alerts', testMatch: ['**/*.alerts-spec.ts'] },
    { ...shared, displayName: 'compose', testMatch: ['**/*.compose-spec.ts'] },
    { ...shared, displayName: 'cluster', testMatch: ['**/*.cluster-spec.ts'] },
    {
      ...shared,
      displayName: 'elsewhere',
      testMatch: ['**/*.e2e-spec.ts'],
      testPathIgnorePatterns: [...shared.testPathIgnorePatterns, '/this-machine/'],
    },
  ],
};
