import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { root } from '../local/settings.mjs';
import { images } from '../local/versions.mjs';

/** @param {string} file */
const textOf = (file) => readFileSync(path.join(root, file), 'utf8');
const composeText = textOf('docker-compose.yml');
/** @param {string} text @returns {Record<string, any>} */
const servicesOf = (text) => parse(text, { merge: true, maxAliasCount: -1, logLevel: 'error' }).services;
const services = servicesOf(composeText);
const servers = servicesOf(textOf('infra/docker/backing.yml'));
const haproxy = textOf('infra/docker/haproxy.cfg');

describe('docker-compose.yml', () => {
  it('runs the tools of Kafka in the image of the broker', () => {
    const image = `\${KAFKA_IMAGE:-${images.kafka}}`;
    expect([servers.kafka.image, services['kafka-users'].image, services['kafka-certificate'].image]).toEqual(
      Array(3).fill(image),
    );
  });

  it('lets the operator raise the connections to PostgreSQL, per role and in all', () => {
    expect(services.database.environment.SERVICE_CONNECTION_LIMIT).toBe('${SERVICE_CONNECTION_LIMIT:-}');
    expect(servers.postgres.command).toContain('max_connections=${POSTGRES_MAX_CONNECTIONS:-100}');
  });

  it('gives PostgreSQL more shared memory than the 64 MB of Docker, for parallel queries', () => {
    expect(servers.postgres.shm_size).toBe('256m');
  });

  it('lets Kafka read its log after a crash before its health counts', () => {
    expect(servers.kafka.healthcheck.start_period).toBe('120s');
  });

  it('lets a gateway accept every connection of HAProxy, which has one address', () => {
    const most = Number(/^ {2}maxconn (\d+)$/m.exec(haproxy)?.[1]);
    expect(most).toBeGreaterThan(0);
    const { EARSHOT_MAX_CONNECTIONS_PER_ADDRESS: perAddress } = services.gateway.environment;
    expect(perAddress).toBeGreaterThan(most);
  });
});

describe('haproxy.cfg', () => {
  const pattern = /return status 404 if \{ path,url_dec -m reg -i (\S+) \}$/m.exec(haproxy)?.[1] ?? '(?!)';
  /** @param {string} requested */
  const hides = (requested) => new RegExp(pattern, 'i').test(decodeURIComponent(requested));

  it.each(['/metrics', '/%6Detrics', '/%6d%65trics', '//metrics', '/metrics/', '/METRICS'])('hides %s', (requested) => {
    expect(hides(requested)).toBe(true);
  });

  it.each(['/api/v1/projects/shop/metrics', '/metricsx', '/console/metrics'])('passes %s on', (requested) => {
    expect(hides(requested)).toBe(false);
  });
});
