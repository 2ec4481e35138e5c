// npm run contracts: writes the JSON Schema of every message, unless a change is breaking, and the table of topics. Needs a build.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { advice, breaks } from './compatibility.mjs';
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
  const page = join(import.meta.dirname, '../../docs/reference/topics.md');
  writeFileSync(page, withTopicsTable(readFileSync(page, 'utf8')));
}
