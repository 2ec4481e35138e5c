// Writes the JSON Schema of every message beside its contract (npm run contracts; needs a build).
import { contractsByOwner, schemaFiles } from '@earshot/contracts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../../libs/contracts');

const files = Object.entries(contractsByOwner).flatMap(([owner, contracts]) =>
  contracts.flatMap((contract) => schemaFiles(owner, contract)),
);
for (const { path, schema } of files) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), JSON.stringify(schema));
}
