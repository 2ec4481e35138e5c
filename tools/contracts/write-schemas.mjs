// npm run contracts: writes the JSON Schema of every message, unless a change is breaking, the table of
// topics, and the readers of each contract in CODEOWNERS. Needs a build.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { advice, breaks } from './compatibility.mjs';
import { withReaders } from './contract-readers.mjs';
import { contractsFolder, readSnapshots } from './files.mjs';
import { snapshotsOfSources } from './snapshots.mjs';
import { withTopicsTable } from './topics-table.mjs';

const sources = snapshotsOfSources();
const broken = breaks(readSnapshots(), sources);
if (broken.length > 0) {
  console.error([...broken, advice].join('\n'));
  process.exitCode = 1;
} else {
  for (const [path, content] of sources) {
    mkdirSync(dirname(join(contractsFolder, path)), { recursive: true });
    writeFileSync(join(contractsFolder, path), JSON.stringify(content));
  }
  rewrite('docs/reference/topics.md', withTopicsTable);
  rewrite('.github/CODEOWNERS', withReaders);
}

function rewrite(file, withUpdate) {
  const path = join(import.meta.dirname, '../..', file);
  writeFileSync(path, withUpdate(readFileSync(path, 'utf8')));
}
