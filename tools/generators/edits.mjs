import { chartEdits } from './chart-edits.mjs';
import { addToList, after, before, chain } from './text-edits.mjs';

/**
 * An edit of a file outside of the new folders.
 *
 * @typedef {{ file: string, apply: (text: string) => string }} Edit
 */

/**
 * @param {Record<string, string>} names See names.mjs.
 * @returns {Edit[]} Each throws if its file has an unexpected form.
 */
export function edits(names) {
  const { service, serviceCamel, schema } = names;
  return [
    {
      file: '.github/CODEOWNERS',
      apply: chain(
        after(/^\/apps\/inference\/.*\n/m, owner(`/apps/${service}/`, service)),
        after(/^\/libs\/contracts\/interactions\/.*\n/m, owner(`/libs/contracts/${service}/`, service)),
        after(/^\/libs\/dto\/inference\/.*\n/m, owner(`/libs/dto/${service}/`, service, '@earshot/gateway')),
      ),
    },
    {
      file: 'libs/contracts/catalogue/package.json',
      apply: after(/^ *"@earshot\/contracts-core": "\*",\n/m, `    "@earshot/contracts-${service}": "*",\n`),
    },
    {
      file: 'libs/contracts/catalogue/src/index.ts',
      apply: chain(
        after(
          /^import type \{ Contract, Topic \}.*\n/m,
          `import { ${serviceCamel}Contracts } from '@earshot/contracts-${service}';\n`,
        ),
        after(/^export const contractsByOwner.*\n/m, `  '${service}': ${serviceCamel}Contracts,\n`),
      ),
    },
    {
      file: 'libs/contracts/catalogue/src/access.ts',
      apply: after(
        /^export const topicAccess.*\n/m,
        `  '${service}.commands': { writers: [], readers: ['${service}'] },\n`,
      ),
    },
    {
      file: 'infra/local/stack.mjs',
      apply: before(/^ *\.\.\.service\('gateway'/m, `  ...service('${service}', ['kafka', 'database']),\n`),
    },
    { file: 'infra/local/environment.mjs', apply: addToList(/(?<=databaseServices = \[)[^\]]*/, schema) },
    { file: 'infra/docker/images.mjs', apply: after(/^ *service\('feedback'\),\n/m, `    service('${service}'),\n`) },
    { file: 'docker-compose.yml', apply: inCompose(names) },
    { file: 'infra/observability/prometheus.yml', apply: after(/names: \[projects[^\]]*/, `, ${service}`) },
    { file: 'infra/postgres/init.sql', apply: addToList(/(?<=service in array array\[)[^\]]*/, schema) },
    ...chartEdits(names),
  ];
}

/** Image, migration and service for docker-compose.yml. */
function inCompose({ service, schema }) {
  const variable = schema.toUpperCase();
  const made = '_PASSWORD:?run node infra/docker/new-env.mjs > .env';
  const password = `\${${variable}${made}}`;
  return chain(
    before(
      /^x-jobs-image:/m,
      `x-${service}-database: &${service}-database
  DATABASE_URL: postgres://earshot_${schema}:${password}@postgres:5432/earshot
x-${service}-kafka: &${service}-kafka
  KAFKA_USERNAME: earshot-${service}
  KAFKA_PASSWORD: \${KAFKA_${variable}${made}}
`,
    ),
    before(
      /^services:$/m,
      `x-${service}-image: &${service}-image
  image: \${EARSHOT_REGISTRY:-}earshot-${service}:\${EARSHOT_VERSION:-local}
  build: { context: ., dockerfile: infra/docker/Dockerfile, args: { APP: ${service} } }

`,
    ),
    after(/"feedback": "[^"]*"/, `, "${schema}": "\${${variable}_PASSWORD}"`),
    after(/earshot-feedback=\S*/, ` earshot-${service}=\${KAFKA_${variable}_PASSWORD}`),
    before(
      /^ {2}apply:$/m,
      `  ${service}-migrations:
    <<: [*job, *${service}-image]
    command: [node, apps/${service}/bundle/database/migrate.js]
    environment: { <<: *${service}-database }
    depends_on: *after-database
`,
    ),
    before(
      /^ {2}gateway:$/m,
      `  ${service}:
    <<: [*service, *${service}-image]
    volumes: *kafka-volumes
    environment: { <<: [*common, *${service}-kafka, *${service}-database] }
    healthcheck: *healthy
    deploy: { replicas: '\${${variable}_REPLICAS:-1}', resources: { limits: { memory: 768M, pids: 128 } } }
    depends_on:
      topics: { condition: service_completed_successfully }
      ${service}-migrations: { condition: service_completed_successfully }
`,
    ),
  );
}

function owner(folder, ...teams) {
  const [first, ...others] = teams;
  return `${[folder.padEnd(31), `@earshot/${first}`, ...others].join(' ')}\n`;
}
