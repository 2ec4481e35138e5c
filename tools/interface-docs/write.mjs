// npm run interface-docs: updates the error table in docs/interface.md. Needs a build.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withErrorTable } from '../../apps/gateway/dist/openapi/error-table.js';

const path = join(import.meta.dirname, '../../docs/interface.md');

writeFileSync(path, withErrorTable(readFileSync(path, 'utf8')));
