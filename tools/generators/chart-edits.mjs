import { after, before, chain, replaced } from './text-edits.mjs';

/** Partitions of the command topic in the template. */
const partitions = 8;

/**
 * Edits of the Helm chart, its tests and docs/reference/ for a new service like `projects`.
 *
 * @param {Record<string, string>} names See names.mjs.
 * @returns {import('./edits.mjs').Edit[]}
 */
export function chartEdits({ service }) {
  return [
    {
      file: 'infra/helm/earshot/templates/_components.tpl',
      apply: before(/^\{\{- end -\}\}$/m, `${service}:\n  uses: [kafka, database]\n  lanes: [${service}.commands]\n`),
    },
    { file: 'infra/helm/earshot/values.yaml', apply: inValues(service) },
    {
      file: 'infra/helm/earshot/values.schema.json',
      apply: (text) => JSON.stringify(inSchema(JSON.parse(text), service), null, 2),
    },
    { file: 'infra/helm/earshot/README.md', apply: after(/`storage-url`/, `, \`${service}-url\``) },
    {
      file: 'infra/helm/testing/network.chart-spec.mjs',
      apply: chain(
        after(/^ {2}storage: \['kafka', 'postgres', 's3'\],\n/m, `  '${service}': ['kafka', 'postgres'],\n`),
        after(/^ {2}'storage-migrations': \['postgres'\],\n/m, `  '${service}-migrations': ['postgres'],\n`),
      ),
    },
    { file: 'docs/reference/topics.md', apply: inTopics(service) },
    { file: 'infra/helm/earshot/rules/alerts.yml', apply: inAlert(service) },
    { file: 'docs/guides/alerts.md', apply: inAlert(service) },
    {
      file: 'docs/reference/settings.md',
      apply: before(/^\| `apply` +\|/m, `| \`${service}\` | [settings](../../apps/${service}/README.md#settings) |\n`),
    },
  ];
}

function inValues(service) {
  return chain(
    after(/storage-url/, `, ${service}-url`),
    before(
      /^\n# Jobs before a rollout:/m,
      `  ${service}:
    replicas: 2
    autoscaling: { minReplicas: 2, maxReplicas: 4, cpuPercent: 70, lagPerReplica: 200 }
    nodeFlags: []
    settings: {}
    resources:
      requests: { cpu: 100m, memory: 192Mi }
      limits: { cpu: '1', memory: 512Mi }
`,
    ),
  );
}

/** Alerts once no process of the service is found. */
function inAlert(service) {
  return (text) =>
    replaced(
      text,
      /^( *)or absent\(up\{job="earshot", service="feedback"\}\)$/m,
      (line, indent) => `${line}\n${indent}or absent(up{job="earshot", service="${service}"})`,
    );
}

function inSchema(schema, service) {
  const { services } = schema.properties;
  const own = structuredClone(services.properties.projects);
  const { replicas, autoscaling, settings } = own.properties;
  const counts = [replicas, autoscaling.properties.minReplicas, autoscaling.properties.maxReplicas];
  for (const count of counts) count.maximum = partitions;
  settings.properties = {};
  services.properties[service] = own;
  services.required = [...services.required, service].sort();
  return schema;
}

/** Its row in the table of what limits the processes of each service, and the sum of all partitions. */
function inTopics(service) {
  return chain(
    before(/^\| `gateway` +\| none/m, `| \`${service}\` | \`${service}.commands\` ${partitions} | ${partitions} |\n`),
    (text) =>
      replaced(text, /\d+(?= in all with those of dead letters)/, (all) => String(Number(all) + partitions + 1)),
  );
}
