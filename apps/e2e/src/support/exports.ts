import { createHash } from 'node:crypto';
import { call, makeProject, send, uniqueKey, type Body } from './api.js';
import { until } from './until.js';

/** The fields of a dataset that tests read. */
export type Dataset = Body & {
  status: string;
  rows: number;
  rows_expected: number | null;
  percent: number;
  size: number;
  sha256: string;
  errors: { message: string }[];
  from: { snapshot: string; filter: Record<string, unknown> };
};

/** A message of a conversation. */
export interface Turn {
  role: string;
  content: string;
}

/** The source of a line of an export. */
export interface ManifestLine {
  line: number;
  id: string;
  completion_ids: string[];
  users: string[];
  sha256: string;
}

type Format = 'original' | 'recipe' | 'manifest';

/** SHA-256 in lower-case hex. */
export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** The prompt of all interactions here. */
export const question: Turn = { role: 'user', content: 'Grüße? 👋' };

/** An answer in training format. */
export const reply = (content: string): Turn => ({ role: 'assistant', content });

/** Body of a request for a dataset of interactions. */
export const exportBody = (from: object, key = uniqueKey('export')) => ({
  key,
  from: { kind: 'interactions', ...from },
});

/** Status, code and field of an error. */
export const errorOf = ({ status, body }: { status: number; body: Body }) => [
  status,
  body.error?.code,
  body.error?.param,
];

/** A project whose interactions are exported. */
export class ExportProject {
  key = '';
  apiKey = '';

  async start(): Promise<void> {
    const { key, apiKey } = await makeProject(['data', 'read', 'manage', 'keys', 'feedback']);
    Object.assign(this, { key, apiKey });
    const external = { key: 'large', provider: { kind: 'external' }, capabilities: ['chat'] };
    expectStatus(201, await this.own('POST', 'models', external));
  }

  /** Sends a request to a path of the project. */
  own(method: string, path: string, body?: object, key = this.apiKey) {
    return call(method, `/api/v1/projects/${this.key}/${path}`, { key, body });
  }

  /** Sends a body that names the project. */
  post(path: string, body: object) {
    return call('POST', `/api/v1/${path}`, { key: this.apiKey, body: { project: this.key, ...body } });
  }

  async metric(kind: 'bool' | 'scalar', scoring_type = 'higher_is_better'): Promise<string> {
    const key = uniqueKey('metric');
    expectStatus(201, await this.own('POST', 'metrics', { key, kind, scoring_type }));
    return key;
  }

  /** Imports an interaction with a tag that identifies the test. @returns the completion id. */
  async imported(tag: string, completion: string, more: object = {}): Promise<string> {
    const created = await this.post('interactions', { messages: [question], completion, tags: [tag], ...more });
    expectStatus(201, created);
    return created.body.completion_id;
  }

  /** Imports answers of 12 kB each. A dataset of 1,000 of them takes about a second. */
  async importedMany(tag: string, count: number): Promise<void> {
    const filler = 'x'.repeat(12_000);
    const body = Array.from({ length: count }, (_, at) => {
      const line = { project: this.key, messages: [question], completion: `${at} ${filler}`, tags: [tag] };
      return `${JSON.stringify(line)}\n`;
    }).join('');
    const headers = { 'content-type': 'application/x-ndjson' };
    const answer = await send('POST', '/api/v1/interactions/bulk', { key: this.apiKey, body, headers });
    const stored = (await answer.text()).match(/"completion_id"/g)?.length;
    if (stored !== count) throw new Error(`${stored} of ${count} interactions were imported`);
  }

  /** Bytes of the project in the bucket. */
  async storedBytes(): Promise<number> {
    const { body } = await this.own('GET', 'usage');
    return (body as unknown as { bytes: { used: number } }).bytes.used;
  }

  /** Creates a dataset, which is built from then on. */
  async begun(from: object): Promise<Dataset> {
    const created = await this.own('POST', 'datasets', exportBody(from));
    expectStatus(202, created);
    return created.body as Dataset;
  }

  /** Creates a dataset. @returns it once it is ready or has failed. */
  async exported(from: object): Promise<Dataset> {
    return this.decided((await this.begun(from)).key);
  }

  /** The dataset once it is ready, failed or cancelled. */
  decided(key: string): Promise<Dataset> {
    const poll = async () => {
      const { status, body } = await this.own('GET', `datasets/${key}`);
      const shown = body as Dataset;
      return status === 200 && shown.status !== 'processing' && shown;
    };
    return until(poll, 120_000, 50);
  }

  async textOf({ key }: Body, format: Format): Promise<string> {
    const path = `/api/v1/projects/${this.key}/datasets/${key}/download?format=${format}`;
    const answer = await send('GET', path, { key: this.apiKey });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`the dataset cannot be downloaded: ${text}`);
    return text;
  }

  async linesOf<Line>(dataset: Body, format: Format = 'original'): Promise<Line[]> {
    const lines = (await this.textOf(dataset, format)).trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as Line);
  }
}

function expectStatus(status: number, answer: { status: number }): void {
  if (answer.status !== status) throw new Error(`not ${status}, but ${answer.status}`);
}
