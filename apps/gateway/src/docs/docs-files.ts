import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { StaticFile } from '../http/static-file.js';

/** The page under `/docs`. Its addresses are relative, so that it works behind a proxy that adds a path in front. */
const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Earshot: the interface</title>
    <link rel="icon" href="docs/favicon-32x32.png" />
    <link rel="stylesheet" href="docs/swagger-ui.css" />
  </head>
  <body>
    <div id="interface">This page needs JavaScript. The same for programs: <a href="openapi.json">openapi.json</a>.</div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/init.js"></script>
  </body>
</html>
`;

/** Runs in the browser; in a file of its own, because no script in the page itself may. */
const initScript = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#interface',
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;

/** What the page may do: load what this server has, ask this server, and nothing else. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

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
