import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative, sep } from 'node:path';
import { Injectable } from '@nestjs/common';
import { StaticFile } from '../http/static-file.js';

/** Media types by extension. Files with other extensions are not served. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** Allows what this origin serves, and images that the page holds itself. No inline script or style runs. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

/** The build puts a hash of the content into these names, so that they never change. */
const immutable = { ...headers, 'cache-control': 'public, max-age=31536000, immutable' };

const hashedName = /^assets\/.*-[\w-]{8,}\.\w+$/;

/** Addresses of views have no extension: it begins with a letter, unlike the version of a model. */
const withExtension = /\.[a-z]\w*$/i;

/** The built console, read once at the start: only its own files can be requested. */
@Injectable()
export class ConsoleFiles {
  #files: ReadonlyMap<string, StaticFile> = new Map();

  constructor() {
    const folder = builtConsole();
    if (folder !== undefined) this.read(folder);
  }

  /** Whether there is a console to serve. */
  get isBuilt(): boolean {
    return this.#files.has('index.html');
  }

  /** Reads the files of a build, with the compressed files beside them. */
  read(folder: string): void {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
    this.#files = new Map(
      paths.flatMap((path) => {
        const mediaType = mediaTypes[extname(path)];
        const name = relative(folder, path).replaceAll(sep, '/');
        return mediaType === undefined ? [] : [[name, fileAt(path, name, mediaType)] as const];
      }),
    );
  }

  /** Returns the file of a path below `/console/`: the page for each view; undefined for a missing file. */
  find(path: string): StaticFile | undefined {
    const file = this.#files.get(path);
    if (file !== undefined || withExtension.test(path) || path.split('/').includes('..')) return file;
    return this.#files.get('index.html');
  }
}

function fileAt(path: string, name: string, mediaType: string): StaticFile {
  const compressed = (suffix: string) => (existsSync(path + suffix) ? readFileSync(path + suffix) : undefined);
  return new StaticFile(readFileSync(path), mediaType, hashedName.test(name) ? immutable : headers, {
    br: compressed('.br'),
    gzip: compressed('.gz'),
  });
}

/** Returns the folder of the build; undefined if there is none. The console is no dependency: it is built apart. */
function builtConsole(): string | undefined {
  let description: string;
  try {
    description = createRequire(import.meta.url).resolve('@earshot/console/package.json');
  } catch {
    return undefined;
  }
  const folder = join(dirname(description), 'dist');
  return existsSync(folder) ? folder : undefined;
}
