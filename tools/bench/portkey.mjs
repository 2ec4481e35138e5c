import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

const version = '1.15.2';
const installTimeoutMs = 180_000;
const folder = 'portkey-gateway';
const main = 'node_modules/@portkey-ai/gateway/build/start-server.js';
const manifest = {
  private: true,
  dependencies: { '@portkey-ai/gateway': version },
  // As in that release's lock file: it accepts any 1.x, but a newer one breaks its streams.
  overrides: { '@hono/node-server': '1.13.5' },
};

/**
 * Installs Portkey's gateway into the cache once. It is measured only, hence no dependency.
 *
 * @param {string} cacheDir
 * @returns {Promise<string>} Its folder.
 * @throws {Error} If npm cannot install it.
 */
export async function installPortkey(cacheDir) {
  const place = path.join(cacheDir, `${folder}-${version}`);
  if (existsSync(path.join(place, main))) return place;
  // Only a complete installation gets the final name.
  const draft = `${place}.${process.pid}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  writeFileSync(path.join(draft, 'package.json'), JSON.stringify(manifest));
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--workspaces=false'];
  try {
    await promisify(execFile)('npm', ['install', ...options], { cwd: draft, timeout: installTimeoutMs });
    renameSync(draft, place);
  } catch (error) {
    throw new Error(`npm could not install it: ${lastLine(error.stderr || error.message)}`, { cause: error });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return place;
}

/**
 * Starts it in its production configuration.
 *
 * @param {string} place
 * @param {string} provider URL of the model provider.
 */
export async function startPortkey(place, provider) {
  const port = await freePort();
  const child = spawn(process.execPath, [main, `--port=${port}`, '--headless'], {
    cwd: place,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  return {
    name: 'portkey',
    label: `Portkey ${version}`,
    url: `http://127.0.0.1:${port}/v1/chat/completions`,
    headers: {
      authorization: 'Bearer none',
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `${provider}/v1`,
    },
    model: 'mock',
    pids: { portkey: child.pid },
    stop: () => child.kill('SIGKILL'),
  };
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function lastLine(text) {
  return String(text).trim().split('\n').at(-1);
}
