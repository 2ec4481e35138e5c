import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { StaticFile } from '../http/static-file.js';
import { contentSecurityPolicy, initScript, page } from './docs-page.js';

/** What the page takes from swagger-ui-dist, by media type. */
const taken = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** The files of `/docs`, read once at the start: what is not among them can't be asked for. */
@Injectable()
export class DocsFiles {
  readonly page = new StaticFile(page, 'text/html; charset=utf-8', {
    'content-security-policy': contentSecurityPolicy,
    'referrer-policy': 'no-referrer',
  });
  readonly #files: ReadonlyMap<string, StaticFile>;

  constructor() {
    const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
    const files = Object.entries(taken).map(
      ([name, mediaType]) => [name, new StaticFile(readFileSync(join(folder, name)), mediaType)] as const,
    );
    this.#files = new Map([...files, ['init.js', new StaticFile(initScript, 'text/javascript; charset=utf-8')]]);
  }

  /** The file of that name, if it is one of them. */
  find(name: string): StaticFile | undefined {
    return this.#files.get(name);
  }
}
