/**
 * Joins what each entry of a built service imports into few files, which load in a third of the time:
 * `node tools/bundle/bundle.mjs main database/migrate` in the folder of the service reads `dist` and writes `bundle`.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';

/** Packages that Nest loads only for features that no service uses; they are not installed. */
const notInstalled = [
  ...['@apollo/subgraph', '@fastify/multipart', '@fastify/view', '@mercuriusjs/gateway'],
  ...['@nats-io/transport-node', '@nestjs/platform-express', '@nestjs/websockets', 'amqp-connection-manager'],
  ...['class-transformer', 'class-validator', 'ioredis', 'mqtt', 'ts-morph'],
];

/** Packages that find files by their own place. */
const withFiles = ['node-llama-cpp'];

/** The other build of packages whose CommonJS build hides its imports. */
const alias = { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' };

const isIn = (/** @type {readonly string[]} */ packages, /** @type {string} */ id) =>
  packages.some((name) => id === name || id.startsWith(`${name}/`));

const folder = process.cwd();
const entries = process.argv.slice(2);
const target = path.join(folder, 'bundle');
rmSync(target, { recursive: true, force: true });
const build = await rolldown({
  input: Object.fromEntries(entries.map((entry) => [entry, path.join(folder, 'dist', `${entry}.js`)])),
  platform: 'node',
  external: (id) => isIn([...notInstalled, ...withFiles], id),
  resolve: { alias },
  onLog(_level, { code, message }) {
    if (code === 'UNRESOLVED_IMPORT') throw new Error(message);
  },
});
// Names of classes appear in logs, and TypeORM knows entities by them.
await build.write({ dir: target, format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js', keepNames: true });
await build.close();
