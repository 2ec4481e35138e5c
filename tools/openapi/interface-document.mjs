// Reads the HTTP interface from the built gateway, without starting it.
import { AppModule } from '../../apps/gateway/dist/app.module.js';
import { openApiDocument } from '../../apps/gateway/dist/openapi/document.js';
import { routesOf } from '../../apps/gateway/dist/openapi/route-inventory.js';

const ignored = () => undefined;
const logger = { trace: ignored, debug: ignored, info: ignored, warn: ignored, error: ignored, child: () => logger };

/**
 * Returns the OpenAPI document that the gateway serves at `/openapi.json`.
 *
 * @returns {any}
 */
export function interfaceDocument() {
  const root = AppModule.forRoot({ brokers: ['127.0.0.1:9'], security: {}, instance: 'types' }, logger);
  // As Nest's DiscoveryService, without starting the gateway.
  const discovery = { getControllers: () => [...controllersOf(root)].map((metatype) => ({ metatype })) };
  return openApiDocument(routesOf(discovery), '0.1.0');
}

/** All controllers of a module and of those that it imports. */
function controllersOf(module, found = new Set(), seen = new Set()) {
  if (!module || seen.has(module)) return found;
  seen.add(module);
  const metadata = (key) => Reflect.getMetadata(key, module.module ?? module) ?? [];
  for (const controller of [...(module.controllers ?? []), ...metadata('controllers')]) found.add(controller);
  for (const other of [...(module.imports ?? []), ...metadata('imports')]) controllersOf(other, found, seen);
  return found;
}
