import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cyclicImports, foreignProviders } from './folders.mjs';

const roots = [];

afterAll(() => roots.forEach((root) => rmSync(root, { recursive: true })));

function sources(texts) {
  const root = mkdtempSync(join(tmpdir(), 'earshot-folders-'));
  roots.push(root);
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

describe(cyclicImports.name, () => {
  it('finds a cycle through several folders', () => {
    const root = sources({
      'a/one.ts': "import { two } from '../b/two.js';",
      'b/two.ts': "import type {\n  Three,\n} from '../c/deep/three.js';",
      'c/deep/three.ts': "export { one } from '../../a/one.js';",
      'd/four.ts': "import { one } from '../a/one.js';",
    });
    expect(cyclicImports(root)).toEqual([
      'a/one.ts imports b/two.js',
      'b/two.ts imports c/deep/three.js',
      'c/deep/three.ts imports a/one.js',
    ]);
  });

  it('accepts cycles within a folder, in tests, and through commands and files in no folder', () => {
    const root = sources({
      'a/one.ts': "import { two } from './two.js';\nimport { app } from '../app.js';",
      'a/two.ts': "import { one } from './one.js';\nimport { three } from '../b/three.js';",
      'a/two.spec.ts': "import { two } from './two.js';",
      'b/three.spec.ts': "import { two } from '../a/two.js';",
      'b/command.ts': "import { one } from '../a/one.js';",
      'app.ts': "import { one } from './a/one.js';",
    });
    expect(cyclicImports(root)).toEqual([]);
  });
});

describe(foreignProviders.name, () => {
  it('finds classes of another folder, also in nested lists, and accepts those of the own and modules', () => {
    const text = (path) => `import { One } from '${path}';
      import { TwoModule } from '../two/two.module.js';
      @Module({ imports: [TwoModule], providers: [...[Three, One]], exports: [One] })`;
    const root = sources({ 'a/a.module.ts': text('../two/one.js'), 'b/b.module.ts': text('./one.js') });
    expect(foreignProviders(root)).toEqual(['a/a.module.ts provides One']);
  });
});

const apps = join(import.meta.dirname, '../../apps');

describe.each(readdirSync(apps))('apps/%s', (app) => {
  it('has no cycle between the folders of its source', () => {
    expect(cyclicImports(join(apps, app, 'src'))).toEqual([]);
  });

  it('provides each class in the module of its folder', () => {
    expect(foreignProviders(join(apps, app, 'src'))).toEqual([]);
  });
});

it('the features of the console have no cycle', () => {
  expect(cyclicImports(join(apps, 'console/src/features'))).toEqual([]);
});
