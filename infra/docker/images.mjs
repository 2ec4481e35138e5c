/**
 * @typedef {object} Image
 * @property {string[]} workspaces Workspaces to include, with their dependencies, all built.
 * @property {string[]} files Further files, by their path in checkout and image.
 */

/** @type {(name: string, more?: Partial<Image>) => [string, Image]} */
const service = (name, { workspaces = [], files = [] } = {}) => [
  name,
  { workspaces: [`apps/${name}`, ...workspaces], files },
];

/**
 * The images by name (build argument APP): one per service, which also migrates its schema, and one for shared jobs.
 *
 * @type {Readonly<Record<string, Image>>}
 */
export const images = Object.freeze(
  Object.fromEntries([
    // Not a dependency: the gateway serves its build. All that it imports is part of that build.
    service('gateway', { workspaces: ['apps/console'] }),
    service('projects'),
    service('inference', { files: ['models/earshot-demo.gguf', 'models/earshot-demo-small.gguf'] }),
    service('storage'),
    service('interactions'),
    service('feedback'),
    [
      'jobs',
      {
        workspaces: ['infra', 'apps/apply', 'apps/backup'],
        files: [
          'infra/retry.mjs',
          'infra/postgres/init.mjs',
          'infra/postgres/init.sql',
          'infra/kafka/acls.mjs',
          'infra/kafka/create-topics.mjs',
          'infra/local/servers/create-bucket.mjs',
          'infra/local/servers/bucket-user.mjs',
          'earshot.yaml',
        ],
      },
    ],
  ]),
);
