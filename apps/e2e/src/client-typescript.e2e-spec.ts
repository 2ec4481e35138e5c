import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AuthenticationError, ConflictError, Earshot, NotFoundError, type CampaignReport } from '@earshot/client';
import OpenAI from 'openai';
import { call, makeProject } from './support/api.js';
import { FeedbackProject } from './support/feedback-project.js';
import { stack } from './support/stack.js';
import { sha256 } from './support/upload-sessions.js';

jest.setTimeout(180_000);

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const messages = [{ role: 'user' as const, content: 'Hi' }];

describe('the TypeScript client, beside the OpenAI client', () => {
  const project = new FeedbackProject();
  let openai: OpenAI;
  let earshot: Earshot;
  let metric: string;

  beforeAll(async () => {
    await project.start();
    openai = new OpenAI({ baseURL: `${stack().url}/openai/v1`, apiKey: project.apiKey });
    earshot = Earshot.from(openai);
    metric = await project.metric('bool');
  });
  afterAll(() => project.stop());

  /** Values of the metric that are recorded on a completion. */
  const valuesOf = async (completion: string) => {
    const path = `/api/v1/projects/${project.key}/feedback?limit=100&completion_id=${completion}`;
    return ((await call('GET', path)).body.data as unknown as { value: boolean }[]).map(({ value }) => value);
  };

  it('records feedback on chats, text completions and responses', async () => {
    const { feedback } = earshot;
    const answers = [
      await openai.chat.completions.create({ model: project.key, messages }),
      await openai.completions.create({ model: project.key, prompt: 'Hi' }),
      await openai.responses.create({ model: project.key, input: 'Hi' }),
    ];
    for (const answer of answers) {
      expect(await feedback.of(answer).log(metric, true)).toMatch(/^[0-9a-f-]{36}$/);
      expect(await valuesOf(answer.id)).toEqual([true]);
    }
  });

  it('records feedback on an answer that is still being generated', async () => {
    const { promise: gate, resolve: finish } = Promise.withResolvers<void>();
    project.provider.script = { words: ['Hello', ' there', '.'], gate };
    const stream = await openai.chat.completions.create({ model: project.key, messages, stream: true });
    let text = '';
    for await (const chunk of stream) {
      if (text === '') {
        await earshot.feedback.of(chunk).log(metric, true);
        expect(await valuesOf(chunk.id)).toEqual([true]);
        finish();
      }
      text += chunk.choices[0]?.delta.content ?? '';
    }
    expect(text).toBe('Hello there.');
  });

  it('records feedback on one of several choices, by the HTTP response', async () => {
    const { data, response } = await openai.chat.completions
      .create({ model: project.key, messages, n: 2 })
      .withResponse();
    expect(() => earshot.feedback.of(data)).toThrow('Set `choice`');
    const second = earshot.feedback.of(response, { choice: 1 });
    await second.log(metric, false);
    expect(await valuesOf(second.completionId)).toEqual([false]);
    expect(await valuesOf(earshot.feedback.of(response, { choice: 0 }).completionId)).toEqual([]);
  });

  it('records once under a key of the caller, and throws where the key has another body', async () => {
    const answer = earshot.feedback.of(await openai.chat.completions.create({ model: project.key, messages }));
    const options = { idempotencyKey: `e2e-${project.key}` };
    const first = await answer.log(metric, true, options);
    expect(await answer.log(metric, true, options)).toBe(first);
    await expect(answer.log(metric, false, options)).rejects.toThrow(ConflictError);
    expect(await valuesOf(answer.completionId)).toEqual([true]);
  });

  it('records a batch completely', async () => {
    const { completionId } = await project.completion();
    const batch = earshot.feedback.batch({ maxEvents: 20 });
    for (let index = 0; index < 50; index += 1) {
      await batch.ready();
      batch.of(completionId).log(metric, true);
    }
    await batch.close();
    expect(await valuesOf(completionId)).toHaveLength(50);
  });

  it('throws errors by status, with the code', async () => {
    const unknown = earshot.feedback.of('01988a3e-5f0a-7c11-9a53-0d6c1f2b7e04').log(metric, true);
    await expect(unknown).rejects.toThrow(NotFoundError);
    await expect(unknown).rejects.toMatchObject({ status: 404, code: 'completion_not_found' });
    const other = new Earshot({ baseURL: stack().url, apiKey: 'es_wrong' });
    await expect(other.chat.models()).rejects.toThrow(AuthenticationError);
  });

  it('streams live events', async () => {
    const { completionId } = await project.completion();
    const seen: string[] = [];
    for await (const event of earshot.events({ project: project.key })) {
      seen.push(event.type);
      if (event.type === 'connected') await earshot.feedback.of(completionId).log(metric, true);
      if (event.type === 'feedback' && event.data.completion_id === completionId) break;
    }
    expect([seen[0], seen.at(-1)]).toEqual(['connected', 'feedback']);
  });

  it('yields the report of a campaign when feedback changes it, until the campaign ends', async () => {
    await project.campaign(metric);
    const listed = [];
    for await (const { key, status } of earshot.campaigns.list({ project: project.key })) listed.push([key, status]);
    expect(listed).toEqual([['c', 'warmup']]);
    const { completionId } = await project.completion('Hi', { ab_campaign: 'c' });
    const reports: CampaignReport[] = [];
    for await (const report of earshot.campaigns.watch({ project: project.key, campaign: 'c' })) {
      reports.push(report);
      if (reports.length === 1) await earshot.feedback.of(completionId).log(metric, true);
      if (reports.length === 2) {
        const path = `/api/v1/projects/${project.key}/ab_campaigns/c`;
        await call('PATCH', path, { body: { status: 'cancelled' } });
      }
    }
    expect(reports[0]?.status).toBe('warmup');
    expect(reports.at(-1)?.status).toBe('cancelled');
  });
});

describe('the TypeScript client, with files', () => {
  let project: Awaited<ReturnType<typeof makeProject>>;
  let earshot: Earshot;

  beforeAll(async () => {
    project = await makeProject(['data', 'read', 'feedback']);
    earshot = new Earshot({ baseURL: stack().url, apiKey: project.apiKey });
  });

  it('resumes an upload, and downloads the same bytes', async () => {
    const bytes = Buffer.from(`{"prompt": "Hi", "completion": "${randomBytes(60_000).toString('hex')}"}\n`.repeat(200));
    const file = { project: project.key, key: 'tickets', file: new Blob([new Uint8Array(bytes)]) };
    const stop = new AbortController();
    let sessionId = '';
    const interrupted = earshot.datasets.upload(file, {
      signal: stop.signal,
      onSession: (id) => (sessionId = id),
      onProgress: () => stop.abort(new Error('stopped')),
    });
    await expect(interrupted).rejects.toThrow('stopped');
    // Parts in flight may still have arrived.
    expect(['open', 'complete']).toContain((await earshot.uploads.status(sessionId)).state);
    const dataset = await earshot.datasets.upload(file, { sessionId });
    expect(dataset).toMatchObject({ status: 'ready', rows: 200 });
    expect(await earshot.uploads.status(sessionId)).toMatchObject({ state: 'consumed' });
    const { bytes: chunks } = await earshot.datasets.download({ project: project.key, dataset: 'tickets' });
    const received: Uint8Array[] = [];
    for await (const chunk of chunks) received.push(chunk);
    expect(sha256(new Uint8Array(Buffer.concat(received)))).toBe(sha256(bytes));
  });

  it('imports each line once, however often the import is repeated', async () => {
    const line = (completion: string) => JSON.stringify({ project: project.key, prompt: 'Hi', completion });
    const lines = [...Array.from({ length: 700 }, (_, index) => line(String(index))), '{bad'];
    for (let time = 0; time < 2; time += 1) {
      const errors: string[] = [];
      for await (const { results } of earshot.interactions.importLines(lines, { idempotencyKey: 'history' }))
        for (const result of results) if ('error' in result) errors.push(`${result.line} ${result.error.code}`);
      expect(errors).toEqual(['701 json_malformed']);
    }
    const ids = new Set<string>();
    for await (const { completion_id } of earshot.interactions.list({ project: project.key, limit: 100 }))
      ids.add(completion_id);
    expect(ids.size).toBe(700);
  });
});

describe('the package @earshot/client', () => {
  it('contains its code, types, README and license, and nothing else', async () => {
    const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--workspace', '@earshot/client'], {
      cwd: root,
    });
    const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts']),
    );
    expect(paths.filter((path) => !/^(LICENSE|README\.md|package\.json|dist\/.*\.(js|d\.ts))$/.test(path))).toEqual([]);
  });

  it('is generated from the interface of the installation; if not: npm run clients', async () => {
    const { clientDocument } = (await import(join(root, 'tools/clients/client-document.mjs'))) as {
      clientDocument: (document: unknown) => unknown;
    };
    const served: unknown = await (await fetch(`${stack().url}/openapi.json`)).json();
    const committed: unknown = JSON.parse(readFileSync(join(root, 'libs/clients/openapi.json'), 'utf8'));
    expect(committed).toEqual(clientDocument(served));
  });
});
