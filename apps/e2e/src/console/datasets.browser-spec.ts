import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { call, send } from '../support/api.js';
import { expectAccessible, openView, projectForViews, startBrowser } from '../support/browser.js';
import { until } from '../support/until.js';

jest.setTimeout(240_000);

const line = `${JSON.stringify({ messages: [{ role: 'user', content: 'x'.repeat(1_000) }] })}\n`;
/** Four parts of 8 MiB at most. */
const rows = 26_000;
const bytes = Buffer.from(line.repeat(rows));

describe('the view of datasets', () => {
  const project = `datasets-${Date.now().toString(36)}`;
  const base = `/api/v1/projects/${project}`;
  let browser: Browser;
  let folder: string;
  /** The same file by its time of change too: a path, not bytes. */
  let file: string;

  const dataset = async (key: string) => (await call('GET', `${base}/datasets/${key}`)).body;
  const ready = (page: Page, key: string) => page.getByRole('row', { name: key }).getByText('Ready').waitFor();

  beforeAll(async () => {
    await projectForViews(project);
    folder = await mkdtemp(path.join(tmpdir(), 'earshot-'));
    file = path.join(folder, 'rows.jsonl');
    await writeFile(file, bytes);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('uploads a file in parts with checksums, goes on after a reload, and downloads the same bytes', async () => {
    const { page, axe, faults, close } = await openView(browser, `/${project}/datasets`);
    await page.getByRole('button', { name: 'Upload a file' }).click();
    await page.getByLabel('JSON Lines file').setInputFiles(file);
    const sent: { number: string | null; checksum: string | undefined }[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/api/v1/upload/part')
        sent.push({ number: url.searchParams.get('part_number'), checksum: request.headers()['x-checksum-sha256'] });
    });
    // Parts after the first do not arrive.
    await page.route(/upload\/part.*part_number=[234]/, (route) => route.abort('connectionreset'));
    const stored = page.waitForResponse((response) => response.url().includes('part_number=1') && response.ok());
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await stored;
    await page.getByText('1 of 4').waitFor();
    await page.getByRole('progressbar', { name: 'Upload' }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused').waitFor();
    expect(await axe()).toEqual([]);
    await page.unroute(/upload\/part.*part_number=[234]/);
    await page.reload();
    await page.getByText('1 of 4').waitFor();
    expect(await axe()).toEqual([]);
    sent.length = 0;
    const shorter = path.join(folder, 'other', 'rows.jsonl');
    await mkdir(path.dirname(shorter));
    await writeFile(shorter, bytes.subarray(1));
    await page.getByLabel('rows.jsonl').setInputFiles(shorter);
    await page.getByRole('alert').getByText('The file must have').waitFor();
    await page.getByLabel('rows.jsonl').setInputFiles(file);
    await page.getByText('Uploaded rows.').waitFor();
    expect(sent.map(({ number }) => number).toSorted()).toEqual(['2', '3', '4']);
    for (const { checksum } of sent) expect(checksum).toMatch(/^[0-9a-f]{64}$/);
    await ready(page, 'rows');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download rows' }).click();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(await dataset('rows')).toMatchObject({ rows, sha256 });
    const downloaded = await readFile(await (await downloading).path());
    expect(downloaded.equals(bytes)).toBe(true);
    expect(faults.filter((fault) => !fault.includes('ERR_CONNECTION_RESET'))).toEqual([]);
    await close();
  });

  it('cancels an upload', async () => {
    const { page, close } = await openView(browser, `/${project}/datasets?upload=new`);
    await page.getByLabel('JSON Lines file').setInputFiles(file);
    // No part arrives before the upload is cancelled.
    await page.route(/upload\/part/, () => undefined);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel the upload' }).click();
    await page.getByRole('button', { name: 'Upload a file' }).waitFor();
    const usage = async () =>
      (await call('GET', `${base}/usage`)).body as unknown as { upload_sessions: { used: number } };
    await until(async () => (await usage()).upload_sessions.used === 0, 30_000);
    await close();
  });

  it('builds SFT, DPO and KTO datasets from filters, after a preview with the count', async () => {
    const answers = [];
    for (const model of ['large', 'small']) {
      const messages = [{ role: 'user', content: 'Hello' }];
      const chat = { model: `${project}/${model}`, messages, max_tokens: 4, tags: ['built'] };
      const { choices } = (await call('POST', '/api/v1/chat/completions', { body: chat })).body;
      answers.push(choices[0]?.completion_id);
    }
    const [preferred, other] = answers;
    const judged = { project, metric: 'helpful', preferred_completion: preferred, other_completion: other };
    expect((await call('POST', '/api/v1/comparison', { body: judged })).status).toBeLessThan(300);
    const feedback = { project, metric: 'helpful', completion_id: preferred, value: true };
    expect((await call('POST', '/api/v1/feedback', { body: feedback })).status).toBeLessThan(300);

    const { page, axe, faults, close } = await openView(browser, `/${project}/datasets`);
    for (const [format, withMetric] of [
      ['SFT', false],
      ['DPO', true],
      ['KTO', true],
    ] as const) {
      await page.getByRole('button', { name: 'Build from interactions' }).click();
      await page.getByText(format, { exact: true }).click();
      await page.getByRole('button', { name: 'Filters' }).click();
      const filters = page.getByRole('dialog', { name: 'Filters' });
      await filters.getByLabel('Tags').fill('built');
      if (withMetric) {
        await filters.getByRole('button', { name: 'Metric' }).click();
        await page.getByRole('option', { name: 'helpful' }).click();
      }
      await filters.getByRole('button', { name: 'Apply' }).click();
      await page.getByRole('heading', { name: /interactions? match/ }).waitFor();
      if (!withMetric) await page.getByRole('heading', { name: '2 interactions match' }).waitFor();
      if (!withMetric) await page.getByText('The dataset has at most 2 rows.').waitFor();
      expect(await axe()).toEqual([]);
      const key = format.toLowerCase();
      await page.getByLabel('Key', { exact: true }).fill(key);
      await page.getByRole('button', { name: 'Build the dataset' }).click();
      await ready(page, key);
    }
    expect(await dataset('sft')).toMatchObject({ rows: 2, from: { format: 'sft', filter: { tag: ['built'] } } });
    expect(await dataset('dpo')).toMatchObject({ rows: 1, from: { format: 'dpo' } });
    expect(await dataset('kto')).toMatchObject({ rows: 1, from: { format: 'kto' } });
    const manifest = await send('GET', `${base}/datasets/dpo/download?format=manifest`);
    expect(await manifest.text()).toContain(preferred);
    expect(faults).toEqual([]);
    await close();
  });

  it('shows the progress of a build, cancels it, and lists it as cancelled', async () => {
    const filler = 'x'.repeat(12_000);
    const body = Array.from({ length: 1_000 }, (_, at) =>
      JSON.stringify({ project, prompt: 'Hi', completion: `${at} ${filler}`, tags: ['many'] }),
    ).join('\n');
    const headers = { 'content-type': 'application/x-ndjson' };
    expect((await send('POST', '/api/v1/interactions/bulk', { body, headers })).status).toBe(200);
    // Each is built after the one before, so that the last one waits for seconds.
    const from = { kind: 'interactions', format: 'sft', filter: { tag: 'many' } };
    for (const key of ['many-1', 'many-2', 'many-3', 'many-4', 'many-5', 'many-6'])
      expect((await call('POST', `${base}/datasets`, { body: { key, from } })).status).toBe(202);
    const { page, axe, faults, close } = await openView(browser, `/${project}/datasets`);
    const row = page.getByRole('row', { name: 'many-6' });
    await row.getByText('Building').waitFor();
    await row.getByRole('progressbar', { name: 'Progress of many-6' }).waitFor();
    await row.getByRole('button', { name: 'Cancel many-6' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel many-6?' });
    await dialog.getByText('The rows written so far are deleted.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel the build' }).click();
    await page.getByText('Cancelled the dataset many-6.').waitFor();
    await row.getByText('Cancelled', { exact: true }).waitFor();
    expect(await axe()).toEqual([]);
    expect(await row.getByRole('progressbar').count()).toBe(0);
    expect(await dataset('many-6')).toMatchObject({ status: 'cancelled' });
    await ready(page, 'many-5');
    expect(await dataset('many-5')).toMatchObject({ rows: 1_000, rows_expected: 1_000 });
    expect(faults).toEqual([]);
    await close();
  });

  it('is accessible and fits in each size', async () => {
    const at = `/${project}/datasets`;
    await expectAccessible(browser, [at, `${at}?open=sft`, `${at}?upload=new`, `${at}?build=true`]);
  });
});
