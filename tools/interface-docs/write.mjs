// Brings the table of errors in docs/interface.md up to date (npm run interface-docs; needs a build).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withErrorTable } from '../../apps/gateway/dist/openapi/error-table.js';

const paper = join(import.meta.dirname, '../../docs/interface.md');

writeFileSync(paper, withErrorTable(readFileSync(paper, 'utf8')));
