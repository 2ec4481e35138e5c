import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { call } from '../support/api.js';
import { expectAccessible, openView, projectForViews, startBrowser } from '../support/browser.js';
import { ScriptedProvider } from '../support/provider.js';

jest.setTimeout(180_000);

describe('the view of models', () => {
  const project = `models-${Date.now().toString(36)}`;
  const provider = new ScriptedProvider();
  let baseUrl: string;
  let browser: Browser;

  const models = async () => (await call('GET', `/api/v1/projects/${project}/models`)).body.data;

  beforeAll(async () => {
    baseUrl = await provider.start();
    await projectForViews(project);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await provider.stop();
  });

  it('creates a model of each kind of provider', async () => {
    const { page, axe, faults, close } = await openView(browser, `/${project}/models`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'New model' }).click();
    await dialog.getByLabel('Key', { exact: true }).fill('server');
    await dialog.getByLabel('Base URL').fill(baseUrl);
    await dialog.getByLabel('Model at the provider').fill('m');
    await dialog.getByLabel('API key of the provider').fill('sk-secret');
    await dialog.getByText('Embeddings').click();
    expect(await axe()).toEqual([]);
    await dialog.getByRole('button', { name: 'Create model' }).click();
    await page.getByText('Created the model server.').waitFor();
    // The shortcut of the list, and the one of the form.
    await page.keyboard.press('n');
    await dialog.getByLabel('Key', { exact: true }).fill('file');
    await dialog.getByText('Model file').click();
    await dialog.getByRole('textbox', { name: 'Model file' }).fill('earshot-demo-small.gguf');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Created the model file.').waitFor();
    await page.getByRole('button', { name: 'New model' }).click();
    await dialog.getByLabel('Key', { exact: true }).fill('imported');
    await dialog.getByText('External').click();
    await dialog.getByRole('button', { name: 'Create model' }).click();
    await page.getByText('Created the model imported.').waitFor();
    expect(await models()).toMatchObject([
      { key: 'large' },
      { key: 'small' },
      { key: 'server', provider: { kind: 'openai', has_api_key: true }, capabilities: ['chat', 'embeddings'] },
      { key: 'file', provider: { kind: 'llama' } },
      { key: 'imported', provider: { kind: 'external' } },
    ]);
    expect(await axe()).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('sends a model a chat and an embedding, and shows answers, figures and errors', async () => {
    provider.script = { words: ['The answer', ' of the server.'] };
    const { page, axe, faults, close } = await openView(browser, `/${project}/models`);
    await page.getByRole('button', { name: 'Test server' }).click();
    const answer = page.getByRole('region', { name: 'Answer' });
    await page.getByRole('button', { name: 'Send' }).click();
    await answer.getByText('The answer of the server.').waitFor();
    expect(provider.keys.at(-1)).toBe('Bearer sk-secret');
    expect(await axe()).toEqual([]);
    await page.getByText('Embedding', { exact: true }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await answer.getByText('8 numbers').waitFor();
    expect(faults).toEqual([]);
    provider.script = { words: [], refuse: { status: 400, body: { error: { message: 'broken model' } } } };
    await page.getByText('Chat', { exact: true }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').waitFor();
    await close();
  });

  it('cancels a test that takes long, and lets it run again', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    provider.script = { words: ['Slow', ' words.'], gate };
    const { page, close } = await openView(browser, `/${project}/models?test=server`);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('status', { name: 'Waiting for the answer' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    open();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Slow words.').waitFor();
    await close();
  });

  it('keeps what was typed when a write fails, and says at the field what was wrong', async () => {
    const { page, axe, close } = await openView(browser, `/${project}/models?new=true`);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Key', { exact: true }).fill('large');
    await dialog.getByLabel('Base URL').fill(baseUrl);
    await dialog.getByLabel('Model at the provider').fill('m');
    await dialog.getByLabel('System prompt').fill('You are {{ name }}.');
    await dialog.getByRole('button', { name: 'Create model' }).click();
    await dialog.getByText(/is taken|already/i).waitFor();
    expect(await dialog.getByLabel('Key', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    expect(await dialog.getByLabel('System prompt').inputValue()).toBe('You are {{ name }}.');
    expect(await axe()).toEqual([]);
    await dialog.getByLabel('Key', { exact: true }).fill('other');
    await dialog.getByRole('button', { name: 'Create model' }).click();
    await page.getByText('Created the model other.').waitFor();
    await close();
  });

  it('edits a model, makes it the default, and deletes it', async () => {
    const { page, axe, faults, close } = await openView(browser, `/${project}/models`);
    const dialog = page.getByRole('dialog');
    const act = async (name: string, action: string) => {
      await page.getByRole('button', { name: `Actions of ${name}` }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await page.getByRole('button', { name: 'server', exact: true }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('The server');
    await dialog.getByLabel('Temperature').fill('0.5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved the model server.').waitFor();
    await act('The server', 'Make default');
    await page.getByText('The server is now the default model.').waitFor();
    await act('other', 'Delete');
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Delete the model' }).click();
    await page.getByText('Deleted the model other.').waitFor();
    expect(await axe()).toEqual([]);
    const stored = await models();
    expect(stored.map(({ key }) => key)).not.toContain('other');
    expect(stored.filter((model) => model.default)).toMatchObject([
      { key: 'server', name: 'The server', parameters: { temperature: 0.5 }, provider: { has_api_key: true } },
    ]);
    expect(faults).toEqual([]);
    await close();
  });

  it('is accessible and fits in each size, with its forms', async () => {
    await expectAccessible(browser, [`/${project}/models`, `/${project}/models?edit=server`]);
  });
});
