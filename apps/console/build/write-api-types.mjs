// Writes src/api/schema.d.ts: the types of the HTTP interface, from the routes of the built gateway.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { AppModule } from '../../gateway/dist/app.module.js';
import { openApiDocument } from '../../gateway/dist/openapi/document.js';
import { routesOf } from '../../gateway/dist/openapi/route-inventory.js';

const file = path.join(import.meta.dirname, '../src/api/schema.d.ts');
const ignored = () => undefined;
const logger = { trace: ignored, debug: ignored, info: ignored, warn: ignored, error: ignored, child: () => logger };

const root = AppModule.forRoot({ brokers: ['127.0.0.1:9'], security: {}, instance: 'types' }, logger);
// As Nest's DiscoveryService, without starting the gateway.
const discovery = { getControllers: () => [...controllersOf(root)].map((metatype) => ({ metatype })) };
const document = openApiDocument(routesOf(discovery), '0.1.0');
for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) shorten(operation);
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, astToString(await openapiTS(JSON.stringify(document))));

/** All controllers of a module and of those that it imports. */
function controllersOf(module, found = new Set(), seen = new Set()) {
  if (!module || seen.has(module)) return found;
  seen.add(module);
  const metadata = (key) => Reflect.getMetadata(key, module.module ?? module) ?? [];
  for (const controller of [...(module.controllers ?? []), ...metadata('controllers')]) found.add(controller);
  for (const other of [...(module.imports ?? []), ...metadata('imports')]) controllersOf(other, found, seen);
  return found;
}

/** Leaves out what the client has no use for. All errors have one form, so `default` describes them. */
function shorten(operation) {
  const isGood = ([status]) => status.startsWith('2');
  const good = Object.entries(operation.responses).filter(isGood);
  for (const [, response] of good) delete response.headers;
  const error = { description: 'Error', content: { 'application/json': { schema: errorSchemaOf(operation) } } };
  operation.responses = { ...Object.fromEntries(good), default: error };
}

function errorSchemaOf({ responses }) {
  const contents = Object.entries(responses).filter(([status]) => /^[45]/.test(status));
  return contents.map(([, response]) => response.content?.['application/json']?.schema).find(Boolean) ?? {};
}
