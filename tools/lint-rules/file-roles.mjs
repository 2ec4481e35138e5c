/** Import restrictions by file role, which the file name states (`*.service.ts`, `*.consumer.ts`, ...). */

const source = ['apps/*/src/**/*.ts', 'libs/**/src/**/*.ts'];
const tests = ['**/*.spec.ts', '**/*.int-spec.ts', '**/*.e2e-spec.ts', '**/test/**/*.ts'];

// `/bytes` of the storage client is a separate entry, so that a thread does not load the lanes.
const deepImports = {
  regex: '^@earshot/[^/]+/(?!(testing|bytes)$)',
  message: 'Import a package by its name: what its index does not export is its own business.',
};
const testTools = { regex: '^@earshot/[^/]+/testing$', message: 'Only tests use what is made for tests.' };
const kafka = { regex: '^kafkajs(/|$)', message: 'Only libs/messaging knows the Kafka client.' };
const database = {
  regex: '^typeorm(/|$)',
  message: 'Queries belong in *.repository.ts, entities and migrations in database/.',
};
const bucket = { regex: '^minio(/|$)', message: 'Only apps/storage and apps/backup know the bucket.' };
const lanes = {
  regex: '^@earshot/messaging(/|$)',
  message: 'A service holds rules: lanes are the business of its consumer, or of a port beside it.',
};
const repositories = {
  regex: '\\.repository\\.js$',
  message: 'Edges call one service method; only services use repositories.',
};
const httpExceptions = {
  group: ['@nestjs/common'],
  importNamePattern: 'Exception$',
  message: 'Throw an AppError from @earshot/errors: only the edge knows HTTP.',
};

/**
 * One block per role. ESLint applies only the last matching block, so each one is complete.
 *
 * @type {{ name: string, files: string[], ignores?: string[], forbids: object[] }[]}
 */
const roles = [
  { name: 'source', files: source, forbids: [deepImports, testTools, kafka, database, bucket] },
  {
    name: 'app',
    files: ['apps/*/src/**/*.ts'],
    forbids: [deepImports, testTools, kafka, database, bucket, httpExceptions],
  },
  { name: 'kafka-client', files: ['libs/messaging/src/**/*.ts'], forbids: [deepImports, database, bucket] },
  { name: 'database', files: ['libs/persistence/src/**/*.ts'], forbids: [deepImports, testTools, kafka, bucket] },
  {
    name: 'repository',
    files: ['apps/*/src/database/**/*.ts', 'apps/*/src/**/*.repository.ts'],
    forbids: [deepImports, testTools, kafka, bucket, httpExceptions],
  },
  {
    name: 'bucket',
    files: ['apps/storage/src/objects/**/*.ts', 'apps/backup/src/objects/**/*.ts'],
    forbids: [deepImports, testTools, kafka, database],
  },
  {
    name: 'service',
    files: ['apps/*/src/**/*.service.ts'],
    // Gateway services only translate HTTP requests into messages.
    ignores: ['apps/gateway/**'],
    forbids: [deepImports, testTools, kafka, database, bucket, httpExceptions, lanes],
  },
  {
    name: 'edge',
    files: ['apps/*/src/**/*.controller.ts', 'apps/*/src/**/*.consumer.ts'],
    forbids: [deepImports, testTools, kafka, database, bucket, httpExceptions, repositories],
  },
  { name: 'test', files: tests, forbids: [deepImports] },
];

/** ESLint configurations, one per role. */
export const fileRoles = roles.map(({ name, files, ignores, forbids }) => ({
  name: `earshot/imports-of-${name}`,
  files,
  ...(ignores && { ignores }),
  rules: { 'no-restricted-imports': ['error', { patterns: forbids }] },
}));
