import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const folder = path.join(import.meta.dirname, '..');
const file = path.join(folder, 'src/generated/schema.ts');

/** Returns the types of ../openapi.json. Fields with a default may be left out. */
export async function typesOf(document) {
  const header = '// Written by `npm run clients` from ../../../openapi.json.\n\n';
  return header + astToString(await openapiTS(document, { defaultNonNullable: false }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(file, await typesOf(readFileSync(path.join(folder, '../openapi.json'), 'utf8')));
}
