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
  // As in the lock file of that release: it takes any 1.x, and a newer one breaks its streams.
  overrides: { '@hono/node-server': '1.13.5' },
};

/**
 * Brings Portkey's gateway into the cache, unless it is there. It is no package of this repository: it is only measured.
 *
 * @param {string} cacheDir
 * @returns {Promise<string>} Where it lies.
 * @throws {Error} When npm can't install it.
 */
export async function installPortkey(cacheDir) {
  const place = path.join(cacheDir, `${folder}-${version}`);
  if (existsSync(path.join(place, main))) return place;
  // Only a whole installation gets the name.
  const draft = `${place}.${process.pid}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  writeFileSync(path.join(draft, 'package.json'), JSON.stringify(manifest));
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--workspaces=false'];
  try {
    await promisify(execFile)('npm', ['install', ...options], { cwd: draft, timeout: installTimeoutMs });
    renameSync(draft, place);
  } catch (error) {
    throw new Error(`npm can't install it: ${lastLine(error.stderr || error.message)}`, { cause: error });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return place;
}

/**
 * Starts it as its package does, for production.
 *
 * @param {string} place
 * @param {string} provider Address of the model provider.
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
