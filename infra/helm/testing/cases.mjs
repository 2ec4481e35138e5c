import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** Typical installations, each with the values that differ from the defaults. */

const vpc = [{ ipBlock: { cidr: '10.20.0.0/16' } }];

/** Everything outside of the cluster; the chart creates nothing that others may have created. */
const external = {
  image: { registry: 'registry.example/team', tag: '0.1.0-rc.1', pullSecrets: [{ name: 'registry' }] },
  kafka: { brokers: 'b-1.kafka.example:9092,b-2.kafka.example:9092,b-3.kafka.example:9092', addAcls: true },
  database: { initialise: false },
  s3: { endpoint: 'https://s3.eu-central-1.example', region: 'eu-central-1', bucket: 'acme', createBucket: false },
  networkPolicies: {
    kafka: { to: vpc },
    postgres: { to: vpc },
    s3: { to: [{ ipBlock: { cidr: '0.0.0.0/0' } }], ports: [443] },
    modelServers: { to: [{ namespaceSelector: { matchLabels: { team: 'models' } } }], ports: [8000, 8080] },
    telemetry: { to: [{ namespaceSelector: { matchLabels: { team: 'telemetry' } } }] },
  },
  telemetry: { settings: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.telemetry:4318' } },
  models: { existingClaim: 'gguf' },
  secrets: { kafka: 'kafka-client', kafkaUsers: 'earshot-kafka-users', authorities: 'company-ca' },
  priorityClassName: 'serving',
};

const guide = readFileSync(path.join(import.meta.dirname, '../../../docs/guides/kubernetes.md'), 'utf8');
const [minimal, production] = [...guide.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text]) => parse(text ?? ''));

/** @type {import('./render.mjs').RenderCase[]} */
export const cases = [
  { name: 'as it stands', chart: 'earshot', release: 'earshot', values: {} },
  { name: 'everything outside', chart: 'earshot', release: 'prod', values: external },
  { name: 'scaled by lag', chart: 'earshot', release: 'earshot', values: { autoscaling: { keda: true } } },
  { name: 'scaled by hand', chart: 'earshot', release: 'earshot', values: { autoscaling: { enabled: false } } },
  {
    name: 'with every way in',
    chart: 'earshot',
    release: 'earshot',
    values: {
      ...external,
      autoscaling: { keda: true, kedaAuthentication: 'kafka-lag' },
      ingress: { enabled: true, host: 'ai.example', tlsSecret: 'ai-tls' },
      httpRoute: { enabled: true, host: 'ai.example', parentRefs: [{ name: 'public', namespace: 'gateways' }] },
      metrics: { podMonitor: true, prometheusRule: true, labels: { release: 'monitoring' }, annotations: false },
    },
  },
  {
    name: 'without network policies',
    chart: 'earshot',
    release: 'earshot',
    values: {
      networkPolicies: { enabled: false },
      services: { inference: { settings: { EARSHOT_QUEUE_LIMIT: '64' } } },
    },
  },
  { name: 'the minimal values of the guide', chart: 'earshot', release: 'earshot', values: minimal },
  {
    name: 'the production values of the guide',
    chart: 'earshot',
    release: 'earshot',
    values: { ...minimal, ...production },
  },
  { name: 'the servers', chart: 'earshot-servers', release: 'servers', values: { storageClassName: 'fast' } },
  {
    name: 'three brokers',
    chart: 'earshot-servers',
    release: 'servers',
    values: { kafka: { replicas: 3 } },
  },
];
