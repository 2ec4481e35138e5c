import eslint from '@eslint/js';
import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import { defineConfig } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import { createProjectGraphAsync } from 'nx/src/devkit-exports.js';
import tseslint from 'typescript-eslint';
import { boundaries } from './tools/lint-rules/boundaries.mjs';
import { fileRoles } from './tools/lint-rules/file-roles.mjs';
import { earshot } from './tools/lint-rules/plugin.mjs';

// Without Nx's cached project graph (fresh checkout) the boundaries rule is skipped silently, so create it first.
process.env.NX_DAEMON ??= 'false';
await createProjectGraphAsync({ exitOnError: true });

const typescript = ['**/*.ts', '**/*.tsx'];
const scripts = ['**/*.mjs'];
const source = ['apps/*/src/**/*.{ts,tsx}', 'libs/**/src/**/*.ts'];
const tests = [
  '**/*.spec.ts',
  '**/*.spec.mjs',
  '**/*.int-spec.ts',
  '**/*.e2e-spec.ts',
  '**/*.browser-spec.ts',
  '**/*.chart-spec.mjs',
  '**/test/**',
  'apps/e2e/**',
];
const mayReadEnvironment = [
  // Shown as they are.
  'docs/snippets/*.mjs',
  'libs/clients/typescript/examples/*.mjs',
  'apps/*/src/config.ts',
  // Where the development server finds an installation.
  'apps/console/vite.config.ts',
  // Users of the client set its address and key there.
  'libs/clients/typescript/src/options.ts',
  // Passes the environment to loadSettings(), which reads the settings of a service's config.ts.
  'libs/service-kit/src/bootstrap.ts',
  // Kafka client properties refer to variables.
  'libs/messaging/src/broker/kafka/security/client-properties.ts',
  'libs/**/bench/**',
  'tools/**',
  'infra/**',
  '*.mjs',
  ...tests,
];

const boundaryRule = ({ inTests }) => ({
  '@nx/enforce-module-boundaries': [
    'error',
    {
      // Tests import their own package by name.
      allowCircularSelfDependency: inTests,
      // Imports must be declared in the project's own package.json.
      banTransitiveDependencies: true,
      checkDynamicDependenciesExceptions: ['.*'],
      depConstraints: boundaries({ inTests }),
    },
  ],
});

const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name: one thing, one name, found by grep.',
};
const noExportAll = {
  selector: 'ExportAllDeclaration',
  message: 'List what is exported: an index is a table of contents.',
};
/** Dependencies that Nest injects are parameters of constructors, which cannot have such names. */
const noPrivateKeyword = {
  selector: ':matches(PropertyDefinition, MethodDefinition[kind!="constructor"])[accessibility="private"]',
  message: 'Name it #name: private at run time too.',
};

export default defineConfig(
  {
    name: 'earshot/ignores',
    ignores: [
      '**/dist/**',
      'apps/*/bundle/**',
      '**/node_modules/**',
      '.local/**',
      '.nx/**',
      'apps/console/src/api/schema.d.ts',
      'libs/clients/typescript/src/generated/**',
    ],
  },
  {
    name: 'earshot/no-exemptions',
    // Change a rule here, with its reason, for everybody.
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
  },
  eslint.configs.recommended,
  {
    name: 'earshot/scripts',
    files: scripts,
    languageOptions: {
      globals: Object.fromEntries(Object.getOwnPropertyNames(globalThis).map((name) => [name, 'readonly'])),
    },
  },
  {
    name: 'earshot/typescript',
    files: typescript,
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_[A-Z]', ignoreRestSiblings: true },
      ],
      // Caught values are unknown and may be rethrown.
      '@typescript-eslint/only-throw-error': ['error', { allowThrowingUnknown: true, allowRethrowing: true }],
      '@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
      // It forbids naming the type of an `any`, which other rules require.
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
      // An async override without await is fine.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    name: 'earshot/tests',
    files: tests,
    // Tests read JSON responses and pass invalid values on purpose.
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    name: 'earshot/react',
    files: ['apps/console/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
  },
  {
    name: 'earshot/boundaries',
    files: typescript,
    plugins: { '@nx': nx },
    rules: boundaryRule({ inTests: false }),
  },
  {
    name: 'earshot/tests-of-any-installation',
    files: ['apps/e2e/src/*.ts', 'apps/e2e/src/containers/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['processes', 'watched-processes', 'second-installation', 'otlp-receiver', 'at-rest'].map(
                (name) => `**/support/${name}.js`,
              ),
              message: 'Put it into this-machine/: npm test -- compose runs the files here on containers.',
            },
          ],
        },
      ],
    },
  },
  {
    name: 'earshot/boundaries-of-tests',
    files: tests,
    // They compare the charts with the sources of all services.
    ignores: ['infra/helm/testing/**'],
    plugins: { '@nx': nx },
    rules: boundaryRule({ inTests: true }),
  },
  ...fileRoles,
  {
    name: 'earshot/size',
    files: [...typescript, ...scripts],
    plugins: { earshot },
    rules: {
      'earshot/long-file': ['warn', { max: 250 }],
      'max-lines': ['error', { max: 400 }],
    },
  },
  {
    name: 'earshot/function-size',
    files: [...typescript, ...scripts],
    ignores: tests,
    rules: { 'max-lines-per-function': ['error', { max: 60 }] },
  },
  {
    name: 'earshot/environment',
    files: [...typescript, ...scripts],
    ignores: mayReadEnvironment,
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: "Declare a setting in the app's config.ts instead." },
      ],
    },
  },
  {
    name: 'earshot/exports',
    files: [...typescript, ...scripts],
    // Tools require default exports of configuration; Jest requires one of an environment.
    ignores: ['*.config.mjs', '**/vite.config.ts', '**/*-environment.mjs'],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport, noExportAll, noPrivateKeyword] },
  },
  {
    name: 'earshot/contract-exports',
    files: ['libs/contracts/*/src/index.ts'],
    // All exports of a message file are public: a listed name could only be forgotten.
    rules: { 'no-restricted-syntax': ['error', noDefaultExport] },
  },
  {
    name: 'earshot/docs',
    files: source,
    ignores: tests,
    plugins: { earshot },
    rules: { 'earshot/documented-exports': 'error' },
  },
  {
    name: 'earshot/routes',
    files: ['apps/gateway/src/**/*.controller.ts'],
    plugins: { earshot },
    rules: { 'earshot/guarded-routes': 'error' },
  },
  {
    name: 'earshot/consumers',
    files: ['apps/*/src/**/*.consumer.ts'],
    plugins: { earshot },
    rules: { 'earshot/no-catch-in-consumers': 'error' },
  },
  prettier,
  {
    // After Prettier's own, which leaves comments as they are. Types in tags have no place to break.
    name: 'earshot/comment-width',
    files: [...typescript, ...scripts],
    rules: {
      'max-len': [
        'error',
        { code: 10_000, comments: 120, ignoreUrls: true, ignorePattern: '@(type|param|returns|prop)' },
      ],
    },
  },
);
