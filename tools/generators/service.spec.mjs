import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { ownerOf, parseCodeOwners } from '../checks/code-owners.mjs';
import { files } from '../checks/workspace.mjs';
import { runLintSnippets } from '../lint-rules/run-lint-snippets.mjs';
import { namesOf } from './names.mjs';
import { generateService } from './service.mjs';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const left = new Set(['node_modules', 'dist', '.local', '.git', '.nx']);
const folders = ['apps/reviews', 'libs/contracts/reviews', 'libs/dto/reviews'];

let copy;
let written;

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'earshot-generator-'));
  cpSync(root, copy, { recursive: true, filter: (source) => !left.has(basename(source)) });
  written = await generateService(copy, namesOf('reviews', undefined, 1_700_000_000_000));
  linkPackages();
}, 60_000);

afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Links like `npm install`: installed packages, and the workspace's packages from the copy. */
function linkPackages() {
  const modules = join(copy, 'node_modules');
  mkdirSync(join(modules, '@earshot'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@earshot') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  for (const file of files(copy, (name) => name === 'package.json')) {
    const { name } = JSON.parse(readFileSync(join(copy, file), 'utf8'));
    if (name.startsWith('@earshot/')) symlinkSync(join(copy, file, '..'), join(modules, name));
    // npm puts the second version of a dependency into the package that needs it.
    const own = join(dirname(file), 'node_modules');
    if (dirname(file) !== '.' && existsSync(join(root, own))) symlinkSync(join(root, own), join(copy, own));
  }
}

/** The output of a tool run in the copy, with its exit code. */
async function tool(...args) {
  const environment = { ...process.env, NX_DAEMON: 'false', NX_CACHE_DIRECTORY: join(copy, '.nx/cache') };
  return run(process.execPath, args, { cwd: copy, env: environment, timeout: 190_000 }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }) => ({ code, output: `${stdout}${stderr}` }),
  );
}

describe('a generated service', () => {
  it('has all parts of a service', () => {
    expect(written).toEqual(
      expect.arrayContaining([
        'apps/reviews/README.md',
        'apps/reviews/src/main.ts',
        'apps/reviews/src/reviews/reviews.consumer.ts',
        'apps/reviews/src/database/migrations/1700000000000-CreateReviews.ts',
        'libs/contracts/reviews/src/review.v1.ts',
        'libs/dto/reviews/src/review.ts',
        'libs/contracts/catalogue/src/index.ts',
        'infra/local/stack.mjs',
      ]),
    );
  });

  it('has an owner for each of its folders', () => {
    const lines = parseCodeOwners(readFileSync(join(copy, '.github/CODEOWNERS'), 'utf8'));
    expect(folders.map((folder) => ownerOf(lines, folder).owners[0])).toEqual(folders.map(() => '@earshot/reviews'));
  });

  it('is in the local stack, with a schema of its own', () => {
    const text = (file) => readFileSync(join(copy, file), 'utf8');
    expect(text('infra/local/stack.mjs')).toContain("...service('reviews', ['kafka', 'database']),");
    expect(text('infra/local/environment.mjs')).toMatch(/databaseServices = \[[^\]]*'reviews'/);
    expect(text('infra/postgres/init.sql')).toMatch(/array\[.*'reviews'\]/);
  });

  it('has an image, a migration and processes in docker-compose.yml, and is scraped', () => {
    const text = (file) => readFileSync(join(copy, file), 'utf8');
    expect(text('infra/docker/images.mjs')).toContain("service('reviews'),");
    const { services } = parse(text('docker-compose.yml'), { merge: true, maxAliasCount: -1, logLevel: 'error' });
    expect(services['reviews-migrations']).toMatchObject({ build: { args: { APP: 'reviews' } }, restart: 'no' });
    expect(services.reviews.environment.DATABASE_URL).toContain('earshot_reviews:${REVIEWS_PASSWORD:?');
    expect(services.database.environment.SERVICE_PASSWORDS).toContain('"reviews": "${REVIEWS_PASSWORD}"');
    expect(text('infra/observability/prometheus.yml')).toMatch(/names: \[.*, reviews\]/);
  });

  it('is in the Helm chart, the network tests and the table of partitions', () => {
    const text = (file) => readFileSync(join(copy, file), 'utf8');
    expect(text('infra/helm/earshot/templates/_components.tpl')).toMatch(
      /^reviews:\n {2}uses: \[kafka, database\]\n {2}lanes: \[reviews\.commands\]\n\{\{- end -\}\}$/m,
    );
    const values = parse(text('infra/helm/earshot/values.yaml')).services;
    expect(values.reviews).toMatchObject({ replicas: 2, settings: {} });
    const { services } = JSON.parse(text('infra/helm/earshot/values.schema.json')).properties;
    expect(services.required).toEqual(Object.keys(values).sort());
    expect(services.properties.reviews.properties.replicas.maximum).toBe(8);
    expect(text('infra/helm/earshot/README.md')).toContain('`reviews-url`');
    expect(text('infra/helm/testing/network.chart-spec.mjs')).toContain("'reviews-migrations': ['postgres'],");
    const [, before] = /(\d+) in all/.exec(readFileSync(join(root, 'docs/reference/topics.md'), 'utf8'));
    expect(text('docs/reference/topics.md')).toMatch(/\| `reviews` +\| `reviews.commands` 8 +\| 8 +\|/);
    expect(text('docs/reference/topics.md')).toContain(`${Number(before) + 9} in all`);
    expect(text('docs/reference/settings.md')).toContain('apps/reviews/README.md#settings');
    for (const file of ['infra/helm/earshot/rules/alerts.yml', 'docs/guides/alerts.md'])
      expect(text(file)).toMatch(/service="feedback"\}\)\n *or absent\(up\{job="earshot", service="reviews"\}\)/);
  });

  it('type-checks with its dependencies', async () => {
    const sources = [...folders, 'libs/contracts/catalogue'].map((folder) => `${folder}/src`);
    const include = [...sources, 'libs/**/*.d.ts'];
    writeFileSync(join(copy, 'tsconfig.generated.json'), JSON.stringify({ extends: './tsconfig.base.json', include }));
    const { output } = await tool('node_modules/typescript/bin/tsc', '-p', 'tsconfig.generated.json');
    expect(output).toBe('');
  }, 200_000);

  it('passes the linter', async () => {
    const sources = written.filter((file) => file.endsWith('.ts'));
    const snippets = sources.map((file) => ({ file, code: readFileSync(join(copy, file), 'utf8') }));
    const results = await runLintSnippets(copy, snippets);
    expect(results.flatMap(({ file, findings }) => findings.map((finding) => ({ file, ...finding })))).toEqual([]);
  }, 200_000);

  it('is formatted', async () => {
    const { output } = await tool(
      'node_modules/prettier/bin/prettier.cjs',
      '--list-different',
      ...written.filter(formattable),
    );
    expect(output).toBe('');
  }, 120_000);

  it('does not overwrite an existing service', async () => {
    await expect(generateService(copy, namesOf('reviews', undefined, 0))).rejects.toThrow(
      'apps/reviews already exists.',
    );
  });
});

const formattable = (file) => /\.(ts|mjs|json|md)$/.test(file);
