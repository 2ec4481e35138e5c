import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { principals, topicAccess } from '@earshot/contracts';
import * as feedback from '@earshot/contracts-feedback';
import * as inference from '@earshot/contracts-inference';
import * as interactions from '@earshot/contracts-interactions';
import * as projects from '@earshot/contracts-projects';
import * as storage from '@earshot/contracts-storage';
import { contractsIn } from './topic-access.mjs';
import { files } from './workspace.mjs';

const root = join(import.meta.dirname, '../..');
const contracts = { ...feedback, ...inference, ...interactions, ...projects, ...storage };
const sources = files(root, (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));
const services = principals.filter((principal) => principal !== 'jobs');

/** Libraries through which services speak to others. */
const clients = ['audit', 'project-removal', 'storage-client'];

/** The code of a service, and of those libraries that it depends on. */
function codeOf(service) {
  const { dependencies } = JSON.parse(readFileSync(join(root, `apps/${service}/package.json`), 'utf8'));
  const libraries = clients.filter((name) => `@earshot/${name}` in dependencies).map((name) => `libs/${name}/src/`);
  const own = sources.filter((file) =>
    [`apps/${service}/src/`, ...libraries].some((folder) => file.startsWith(folder)),
  );
  return Object.fromEntries(own.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

describe('the access of services to topics in the catalogue', () => {
  it.each(services)('matches what the code of %s reads and writes', (service) => {
    const { handled, replicated, followed, published, imported } = contractsIn(codeOf(service));
    const topicsOf = (names) => [...new Set([...names].flatMap((name) => contracts[name]?.topic?.name ?? []))].sort();
    // Whoever knows a command and does not handle it sends it.
    const sent = [...imported].filter(
      (name) => ['command', 'work'].includes(contracts[name]?.lane) && !handled.has(name),
    );
    const declared = (role) =>
      Object.keys(topicAccess)
        .filter((topic) => topicAccess[topic][role]?.includes(service))
        .sort();
    const reads = topicsOf([...handled, ...replicated]);
    expect({ reads, follows: topicsOf(followed), writes: topicsOf([...published, ...sent]) }).toEqual({
      reads: declared('readers'),
      follows: declared('followers'),
      writes: declared('writers'),
    });
  });
});
