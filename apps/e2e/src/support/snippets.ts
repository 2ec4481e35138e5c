import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { stack } from './stack.js';

const folder = resolve(import.meta.dirname, '../../../../docs/snippets');

/** A snippet of the documentation, with the address of this installation and another model. */
export function snippet(name: string, model = 'demo'): string {
  return readFileSync(resolve(folder, name), 'utf8')
    .replaceAll('http://127.0.0.1:8080', stack().url)
    .replaceAll(/\bdemo\b/g, model);
}
