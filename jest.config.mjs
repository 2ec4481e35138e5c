import path from 'node:path';

/** The suites: unit (no servers), chart (the Helm charts, rendered), int (real Kafka, PostgreSQL, MinIO), e2e (black box over HTTP against the running stack),
 * faults (the same, longer, with processes killed all the time; only when asked for), rollout (the same with two processes of each service). */
const shared = {
  rootDir: import.meta.dirname,
  testEnvironment: path.join(import.meta.dirname, 'infra/local/testing/patient-environment.mjs'),
  // Packages of the workspace are read from their sources, so a test never runs against a stale build.
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

export default {
  // Against what hangs, not a measure of time: the machine may be building something else.
  testTimeout: 30_000,
  // An error that nobody handles fails its file, also one that comes a moment after the last test (`testEnvironment`).
  waitForUnhandledRejections: true,
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['**/*.spec.ts', '**/*.spec.mjs'] },
    { ...shared, displayName: 'chart', testMatch: ['**/*.chart-spec.mjs'] },
    { ...shared, displayName: 'int', testMatch: ['**/*.int-spec.ts'] },
    { ...shared, displayName: 'e2e', testMatch: ['**/*.e2e-spec.ts'] },
    { ...shared, displayName: 'faults', testMatch: ['**/*.faults-spec.ts'] },
    { ...shared, displayName: 'rollout', testMatch: ['**/*.rollout-spec.ts'] },
  ],
};
