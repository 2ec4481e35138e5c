/**
 * @typedef {object} Image
 * @property {string[]} workspaces Whose packages it holds, and with them those that they import, each built.
 * @property {string[]} files What it holds beside them; paths of the checkout, and of the image.
 */

/** @type {(name: string, files?: string[]) => [string, Image]} */
const service = (name, files = []) => [name, { workspaces: [`apps/${name}`], files }];

/**
 * The images, by the name that the Dockerfile's argument APP gives: one for each service, which migrates its own schema too, and one for
 * the jobs that belong to none.
 *
 * @type {Readonly<Record<string, Image>>}
 */
export const images = Object.freeze(
  Object.fromEntries([
    service('gateway'),
    service('projects'),
    service('inference', ['models/earshot-demo.gguf', 'models/earshot-demo-small.gguf']),
    service('storage'),
    service('interactions'),
    service('feedback'),
    [
      'jobs',
      {
        workspaces: ['infra', 'apps/apply', 'apps/backup'],
        files: [
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
