// npm run clients: writes what the client packages are generated from, and their types. Needs a build of the gateway.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { interfaceDocument } from '../openapi/interface-document.mjs';
import { clientDocument } from './client-document.mjs';
import { writePythonModels } from './python-models.mjs';

const root = path.join(import.meta.dirname, '../..');
const timeoutMs = 120_000;
const run = (program, args) => execFileSync(program, args, { cwd: root, stdio: 'inherit', timeout: timeoutMs });

const text = `${JSON.stringify(clientDocument(interfaceDocument()), null, 2)}\n`;
writeFileSync(path.join(root, 'libs/clients/openapi.json'), text);
run(process.execPath, ['libs/clients/typescript/build/write-types.mjs']);
run('npx', ['prettier', '--write', 'libs/clients/openapi.json', 'libs/clients/typescript/src/generated/schema.ts']);
writePythonModels(root);
