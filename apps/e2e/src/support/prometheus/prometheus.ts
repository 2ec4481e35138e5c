import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { servicesRunning } from '../processes.js';
import { until } from '../until.js';
import { fileOf, soonerRules, speedUp } from './rules.js';
import { Targets } from './targets.js';

/** Longer than `/metrics` takes while Kafka or PostgreSQL is away (4 s), which no speed-up shortens. */
const scrapeInterval = '5s';
const evaluationInterval = '1s';
const discoveryInterval = '1s';
const startWithinMs = 60_000;
/** Prometheus' own: how old a sample may be that still counts. */
const usualLookbackMs = 300_000;

/** A series of an answer, with one value for each step of a range. */
export interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [number, string])[];
}

/** An alert that fires. */
export interface Firing {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

interface Scraping {
  readonly global: object;
  readonly scrape_configs: readonly { readonly dns_sd_configs: unknown }[];
}

/**
 * Prometheus with infra/observability/prometheus.yml and the rules of the chart. Different are the discovery, which
 * finds the processes of this machine, and all times.
 */
export class Prometheus {
  readonly #dir = mkdtempSync(join(tmpdir(), 'earshot-prometheus-'));
  readonly #targets = new Targets();
  #process: ChildProcess | undefined;
  #url = '';

  /** Starts it; resolves once it has asked every process, and misses none. */
  async start(): Promise<void> {
    const processes = servicesRunning().length;
    const port = await freePort();
    this.#url = `http://127.0.0.1:${port}`;
    this.#write('alerts.yml', soonerRules());
    this.#write('prometheus.yml', configuration(await this.#targets.start(), join(this.#dir, 'alerts.yml')));
    this.#process = spawn(
      join(programs(), 'prometheus'),
      [
        `--config.file=${join(this.#dir, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(this.#dir, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        `--query.lookback-delta=${usualLookbackMs / speedUp}ms`,
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let log = '';
    this.#process.stderr?.on('data', (chunk) => (log = (log + String(chunk)).slice(-5_000)));
    const isUp = async () => {
      if (this.#process?.exitCode !== null) throw new Error(`Prometheus ended: ${log}`);
      const up = await this.#ask<{ result: { value: [number, string] }[] }>('query', { query: 'up == 1' });
      return up !== undefined && up.result.length >= processes && (await this.firing()).length === 0;
    };
    await until(isUp, startWithinMs);
  }

  async stop(): Promise<void> {
    if (this.#process?.exitCode === null) {
      this.#process.kill('SIGTERM');
      await once(this.#process, 'exit');
    }
    await this.#targets.stop();
    rmSync(this.#dir, { recursive: true, force: true });
  }

  /** The series of a query from one time to another, ms of the epoch. */
  async range(query: string, from: number, to: number): Promise<readonly Series[]> {
    const times = { start: String(from / 1_000), end: String(to / 1_000), step: '1' };
    const answer = await this.#ask<{ result: Series[] }>('query_range', { query, ...times });
    if (answer === undefined) throw new Error(`Prometheus did not answer: ${query}`);
    return answer.result;
  }

  /** The alerts that fire now. */
  async firing(): Promise<readonly Firing[]> {
    const { alerts = [] } = (await this.#ask<{ alerts: (Firing & { state: string })[] }>('alerts', {})) ?? {};
    return alerts.filter(({ state }) => state === 'firing');
  }

  /** Labels of all alerts that fired since a time, ms of the epoch. */
  async fired(since: number): Promise<readonly Readonly<Record<string, string>>[]> {
    const series = await this.range('ALERTS{alertstate="firing"}', since, Date.now());
    return series.map(({ metric }) => metric);
  }

  #write(name: string, content: object): void {
    writeFileSync(join(this.#dir, name), stringify(content));
  }

  /** @returns undefined while it does not answer. @throws Error of a query that it rejects. */
  async #ask<Data>(path: string, parameters: Record<string, string>): Promise<Data | undefined> {
    try {
      const answer = await fetch(`${this.#url}/api/v1/${path}?${new URLSearchParams(parameters).toString()}`);
      const { data, error } = (await answer.json()) as { data?: Data; error?: string };
      if (error !== undefined) throw new Error(`Prometheus: ${error}`);
      return data;
    } catch (failure) {
      // By name: fetch throws a TypeError of another realm.
      if (['TypeError', 'SyntaxError'].includes((failure as Error).name)) return undefined;
      throw failure;
    }
  }
}

/** Folder of the programs `prometheus` and `promtool`. */
export function programs(): string {
  const folder = process.env['EARSHOT_PROMETHEUS_DIR'];
  if (!folder) throw new Error("EARSHOT_PROMETHEUS_DIR is not set: run these tests with 'npm test -- alerts'.");
  return folder;
}

function configuration(discovery: string, rules: string): object {
  const { global, scrape_configs: jobs, ...others } = parse(fileOf('infra/observability/prometheus.yml')) as Scraping;
  const times = {
    scrape_interval: scrapeInterval,
    scrape_timeout: scrapeInterval,
    evaluation_interval: evaluationInterval,
  };
  return {
    ...others,
    global: { ...global, ...times },
    rule_files: [rules],
    scrape_configs: jobs.map(({ dns_sd_configs: _, ...job }) => ({
      ...job,
      http_sd_configs: [{ url: discovery, refresh_interval: discoveryInterval }],
    })),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
