/**
 * Dependency constraints for `@nx/enforce-module-boundaries`, by the tags in project.json (CONTRIBUTING.md,
 * "Boundaries"). Every constraint that matches a project applies.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const frameworks = ['@nestjs/*'];
const brokers = ['kafkajs'];
const databases = ['typeorm', 'typeorm/*'];
const buckets = ['minio', 'minio/*'];

/** Apps without data of their own. */
const edges = new Set(['gateway', 'apply', 'backup', 'cli', 'console', 'e2e']);

/**
 * Returns the constraints.
 *
 * @param {{ inTests: boolean }} options inTests: test files may also use `type:testing`.
 */
export function boundaries({ inTests }) {
  const testing = inTests ? ['type:testing'] : [];
  const app = [
    'type:kernel',
    'type:platform',
    'type:contract',
    'type:catalogue',
    'type:client',
    'type:dto',
    'type:sdk',
    ...testing,
  ];
  return [
    { sourceTag: '*', notDependOnLibsWithTags: ['type:app', 'type:e2e'] },
    only('type:kernel', ['type:kernel', ...testing], [...frameworks, ...brokers, ...databases, ...buckets]),
    only('type:contract', ['type:kernel', ...testing], [...frameworks, ...brokers, ...databases, ...buckets]),
    only('type:catalogue', ['type:kernel', 'type:contract'], [...frameworks, ...brokers, ...databases, ...buckets]),
    only('type:dto', ['type:kernel', 'dto:common', ...testing], [...brokers, ...databases, ...buckets]),
    only('type:platform', ['type:kernel', 'type:platform', ...testing], buckets),
    only('type:client', ['type:kernel', 'type:platform', 'type:contract', ...testing], [...databases, ...buckets]),
    { sourceTag: '/^lib:(?!messaging$)/', bannedExternalImports: brokers },
    { sourceTag: '/^lib:(?!persistence$)/', bannedExternalImports: databases },
    only('type:testing', ['type:kernel', 'type:platform', 'type:contract', 'type:dto', 'type:testing'], brokers),
    only('type:tool', ['type:kernel', 'type:contract', 'type:catalogue', 'type:dto', 'type:tool', ...testing], []),
    only('type:sdk', [], [...frameworks, ...brokers, ...databases, ...buckets]),
    only('type:browser', [], [...frameworks, ...brokers, ...databases, ...buckets]),
    only('type:e2e', ['type:dto', 'type:sdk', 'type:testing'], [...brokers, ...databases]),
    only('type:app', app, brokers),
    forApp(
      'gateway',
      ['type:kernel', 'type:platform', 'type:client', 'contract:*', 'dto:*', ...testing],
      [...databases, ...buckets],
    ),
    forApp('apply', ['type:kernel', 'dto:*', ...testing], [...frameworks, ...databases, ...buckets]),
    forApp('backup', ['type:kernel', 'type:platform', 'type:contract', 'type:catalogue', ...testing], frameworks),
    forApp('cli', ['type:sdk'], [...frameworks, ...databases, ...buckets]),
    ...services().map((name) =>
      forApp(
        name,
        ['type:kernel', 'type:platform', 'type:client', 'contract:*', `dto:${name}`, 'dto:common', ...testing],
        name === 'storage' ? [] : buckets,
      ),
    ),
  ];
}

function only(sourceTag, onlyDependOnLibsWithTags, bannedExternalImports) {
  return { sourceTag, onlyDependOnLibsWithTags, bannedExternalImports };
}

function forApp(name, onlyDependOnLibsWithTags, bannedExternalImports) {
  return { allSourceTags: ['type:app', `scope:${name}`], onlyDependOnLibsWithTags, bannedExternalImports };
}

function services() {
  return readdirSync(join(import.meta.dirname, '../../apps')).filter((name) => !edges.has(name));
}
