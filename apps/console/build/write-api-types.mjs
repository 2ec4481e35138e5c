// Writes src/api/schema.d.ts: the types of the HTTP interface, from the routes of the built gateway.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { interfaceDocument } from '../../../tools/openapi/interface-document.mjs';
import { shorten } from '../../../tools/openapi/shorten.mjs';

const file = path.join(import.meta.dirname, '../src/api/schema.d.ts');

const document = interfaceDocument();
shorten(document);
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, astToString(await openapiTS(JSON.stringify(document))));
