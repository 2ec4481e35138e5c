import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { root } from '../local/settings.mjs';
import { services } from '../local/stack.mjs';

/** @param {string} file @returns {any} */
const yamlOf = (file) =>
  parse(readFileSync(path.join(root, file), 'utf8'), { merge: true, maxAliasCount: -1, logLevel: 'error' });
const { scrape_configs: jobs, rule_files: files } = yamlOf('infra/observability/prometheus.yml');
/** @type {{ alert: string, expr: string }[]} */
const rules = yamlOf('infra/helm/earshot/rules/alerts.yml').groups.flatMap((/** @type {any} */ { rules: own }) => own);
const expressionOf = (/** @type {string} */ name) => rules.find(({ alert }) => alert === name)?.expr ?? '';

describe('prometheus.yml', () => {
  it('scrapes every service in one job, labelled with its name', () => {
    const [job, ...others] = jobs;
    expect([job.job_name, others]).toEqual(['earshot', []]);
    expect(job.relabel_configs).toEqual([{ source_labels: ['__meta_dns_name'], target_label: 'service' }]);
    const names = job.dns_sd_configs.flatMap((/** @type {any} */ one) => one.names);
    expect(names.sort()).toEqual([...services].sort());
  });

  it('loads the rules that docker-compose.yml mounts', () => {
    const { volumes } = yamlOf('docker-compose.yml').services.prometheus;
    expect(files).toEqual(['/etc/earshot/alerts.yml']);
    expect(volumes).toContain('./infra/helm/earshot/rules:/etc/earshot:ro');
  });
});

describe('the process alerts', () => {
  it('see a process that does not answer', () => {
    expect(expressionOf('EarshotProcessDown')).toBe('up{job="earshot"} == 0');
  });

  it('see every service of which no process is left to scrape', () => {
    const absent = [
      ...expressionOf('EarshotServiceMissing').matchAll(/absent\(up\{job="earshot", service="(.+?)"\}\)/g),
    ];
    expect(absent.map(([, service]) => service).sort()).toEqual([...services].sort());
  });
});
