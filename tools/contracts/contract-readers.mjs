import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { principals } from '@earshot/contracts';

const services = principals.filter((principal) => principal !== 'jobs');

/** Returns the services that depend on the contracts of another one. */
export function readersOf(owner) {
  return services.filter((service) => {
    const path = join(import.meta.dirname, `../../apps/${service}/package.json`);
    return service !== owner && `@earshot/contracts-${owner}` in JSON.parse(readFileSync(path, 'utf8')).dependencies;
  });
}

/** Writes the owner and the readers of each contract into its line of CODEOWNERS. */
export function withReaders(text) {
  return text.replace(/^(\/libs\/contracts\/([a-z-]+)\/ +)@earshot\/\2\b.*$/gm, (_line, folder, owner) =>
    [`${folder}@earshot/${owner}`, ...readersOf(owner).map((service) => `@earshot/${service}`)].join(' '),
  );
}
