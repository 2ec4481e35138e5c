import { beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { runLintSnippets } from './run-lint-snippets.mjs';

const nx = '@nx/enforce-module-boundaries';
const imports = 'no-restricted-imports';

/** What must not be, where it must not be, and the rule that says so. */
const forbidden = [
  ['an app importing an app', 'apps/projects/src/a.ts', "import { x } from '@earshot/inference';", nx],
  [
    'an app reaching into another by path',
    'apps/projects/src/a.ts',
    "import { x } from '../../inference/src/main.js';",
    nx,
  ],
  ['a library importing an app', 'libs/messaging/src/a.ts', "import { x } from '@earshot/projects';", nx],
  ['the gateway importing a database', 'apps/gateway/src/a.repository.ts', "import { DataSource } from 'typeorm';", nx],
  ['the gateway importing the bucket', 'apps/gateway/src/a.ts', "import { Client } from 'minio';", imports],
  ['an app importing the Kafka client', 'apps/inference/src/a.ts', "import { Kafka } from 'kafkajs';", nx],
  ['a service kit importing the Kafka client', 'libs/service-kit/src/a.ts', "import { Kafka } from 'kafkajs';", nx],
  [
    'a client of a service importing a database',
    'libs/storage-client/src/a.ts',
    "import { DataSource } from 'typeorm';",
    nx,
  ],
  ['a platform library using a client', 'libs/messaging/src/a.ts', "import { x } from '@earshot/storage-client';", nx],
  ['the lanes importing a database', 'libs/messaging/src/a.ts', "import { DataSource } from 'typeorm';", nx],
  [
    'a contract importing another',
    'libs/contracts/inference/src/a.ts',
    "import { project } from '@earshot/contracts-projects';",
    nx,
  ],
  ['a contract importing a framework', 'libs/contracts/core/src/a.ts', "import { Module } from '@nestjs/common';", nx],
  [
    'a platform library knowing a domain',
    'libs/messaging/src/a.ts',
    "import { chat } from '@earshot/contracts-inference';",
    nx,
  ],
  [
    'a public shape importing a contract',
    'libs/dto/projects/src/a.ts',
    "import { project } from '@earshot/contracts-projects';",
    nx,
  ],
  [
    'a package for users importing one of ours',
    'libs/clients/typescript/src/a.ts',
    "import { x } from '@earshot/errors';",
    nx,
  ],
  ['the command line using shapes', 'apps/cli/src/a.ts', "import { x } from '@earshot/dto-projects';", nx],
  ['a service using a package for users', 'apps/projects/src/a.ts', "import { x } from '@earshot/client';", nx],
  [
    'a service using the shapes of another',
    'apps/projects/src/a.ts',
    "import { x } from '@earshot/dto-inference';",
    nx,
  ],
  [
    'the end-to-end tests knowing a contract',
    'apps/e2e/src/a.e2e-spec.ts',
    "import { x } from '@earshot/contracts-core';",
    nx,
  ],
  ['a package that is not declared', 'apps/projects/src/a.ts', "import { fetch } from 'undici';", nx],
  [
    'rules that know lanes',
    'apps/projects/src/a/a.service.ts',
    "import { LaneClient } from '@earshot/messaging';",
    imports,
  ],
  [
    'rules that know the database',
    'apps/projects/src/a/a.service.ts',
    "import { EntityManager } from 'typeorm';",
    imports,
  ],
  [
    'rules that know HTTP',
    'apps/projects/src/a/a.service.ts',
    "import { NotFoundException } from '@nestjs/common';",
    imports,
  ],
  ['queries outside a repository', 'apps/projects/src/a/a.mapper.ts', "import { In } from 'typeorm';", imports],
  [
    'a consumer using a repository',
    'apps/projects/src/a/a.consumer.ts',
    "import { A } from './a.repository.js';",
    imports,
  ],
  [
    'the inside of a package',
    'apps/projects/src/a.ts',
    "import { x } from '@earshot/errors/src/app-error.js';",
    imports,
  ],
  ['test tools in the product', 'apps/projects/src/a.ts', "import { x } from '@earshot/messaging/testing';", imports],
  ['the environment outside config.ts', 'apps/projects/src/a.ts', 'process.env.PORT;', 'no-restricted-properties'],
  ['a default export', 'libs/errors/src/a.ts', 'export default 1;', 'no-restricted-syntax'],
  ['an index of everything', 'libs/errors/src/a.ts', "export * from './b.js';", 'no-restricted-syntax'],
  [
    'a route without a guard',
    'apps/gateway/src/a.controller.ts',
    'class A { @Get() a() {} }',
    'earshot/guarded-routes',
  ],
  [
    'a consumer that catches',
    'apps/projects/src/a.consumer.ts',
    'try { a(); } catch { b(); }',
    'earshot/no-catch-in-consumers',
  ],
  ['a long function', 'libs/errors/src/a.ts', `function a() {${'\n'.repeat(60)}}`, 'max-lines-per-function'],
  ['a file of 401 lines', 'libs/errors/src/a.ts', '\n'.repeat(400), 'max-lines'],
  ['a file of 251 lines', 'libs/errors/src/a.ts', '\n'.repeat(250), 'earshot/long-file'],
];

/** What must stay possible. */
const allowed = [
  ['an app using lanes', 'apps/projects/src/a/a.consumer.ts', "import { CommandHandler } from '@earshot/messaging';"],
  [
    'a repository importing its database',
    'apps/projects/src/a/a.repository.ts',
    "import { EntityManager } from 'typeorm';",
  ],
  ['the Kafka client in the lanes', 'libs/messaging/src/a.ts', "import { Kafka } from 'kafkajs';"],
  [
    'the catalogue importing contracts',
    'libs/contracts/catalogue/src/a.ts',
    "import { x } from '@earshot/contracts-inference';",
  ],
  ['the gateway using shapes', 'apps/gateway/src/a.ts', "import { x } from '@earshot/dto-projects';"],
  [
    'a service using the contract of another',
    'apps/inference/src/a.ts',
    "import { x } from '@earshot/contracts-projects';",
  ],
  ['test tools in tests', 'apps/projects/src/a.spec.ts', "import { x } from '@earshot/messaging/testing';"],
  ['the environment in config.ts', 'apps/projects/src/config.ts', 'process.env.PORT;'],
];

let findings;

beforeAll(async () => {
  const snippets = [...forbidden, ...allowed].map(([, file, code]) => ({ file, code: `${code}\n` }));
  const results = await runLintSnippets(join(import.meta.dirname, '../..'), snippets);
  findings = results.map((result) => result.findings);
}, 200_000);

describe('the boundaries', () => {
  it.each(forbidden.map((each, index) => [...each, index]))('forbid %s', (_what, _file, _code, rule, index) => {
    expect(findings[index].map((finding) => finding.rule)).toContain(rule);
  });

  it.each(allowed.map((each, index) => [...each, forbidden.length + index]))(
    'allow %s',
    (_what, _file, _code, index) => {
      expect(findings[index].filter(({ rule }) => rule !== '@typescript-eslint/no-unused-expressions')).toEqual([]);
    },
  );
});
