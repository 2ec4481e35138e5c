import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { call } from '../support/api.js';
import { expectAccessible, openView, projectForViews, startBrowser } from '../support/browser.js';
import { CallingProvider } from '../support/calling-provider.js';

jest.setTimeout(180_000);

describe('tools and prompts', () => {
  const project = `tools-${Date.now().toString(36)}`;
  const provider = new CallingProvider();
  let browser: Browser;

  beforeAll(async () => {
    await provider.start();
    await projectForViews(project);
    const server = { kind: 'openai', base_url: `${provider.origin}/v1`, model: 'm' };
    const body = { key: 'caller', provider: server, capabilities: ['chat', 'tools'], default: true };
    expect((await call('POST', `/api/v1/projects/${project}/models`, { body })).status).toBe(201);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await provider.stop();
  });

  it('creates a tool with a header that is never shown again, and shows its call by a model', async () => {
    const { page, axe, faults, close } = await openView(browser, `/${project}/models?tab=tools`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'New tool' }).click();
    await dialog.getByLabel('Key', { exact: true }).fill('weather');
    await dialog.getByLabel('Description').fill('The weather of a place now.');
    await dialog.getByLabel('Parameters').fill('{"type":"object","properties":{"place":{"type":"string"}}}');
    await dialog.getByLabel('URL').fill(`${provider.origin}/tool`);
    await dialog.getByRole('button', { name: 'Add a header' }).click();
    await dialog.getByLabel('Name of header 1').fill('authorization');
    await dialog.getByLabel('Value of header 1').fill('Bearer tool-secret');
    expect(await axe()).toEqual([]);
    await dialog.getByRole('button', { name: 'Create tool' }).click();
    await page.getByText('Created the tool weather.').waitFor();
    await page.getByRole('button', { name: 'Test weather' }).click();
    await dialog.getByLabel('Message').fill('How is the weather in Rome?');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('It is sunny.').waitFor();
    const calls = dialog.getByRole('list', { name: 'Calls' });
    expect(await calls.getByText('{"place":"Rome"}').count()).toBe(1);
    expect(provider.toolCalls).toEqual([{ url: '/tool?place=Rome', authorization: 'Bearer tool-secret' }]);
    expect(await axe()).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'weather', exact: true }).click();
    await dialog.getByText('Stored: authorization').waitFor();
    expect(await page.content()).not.toContain('tool-secret');
    expect(faults).toEqual([]);
    await close();
  });

  it('saves the system prompt of a model, and shows how it is rendered and answered', async () => {
    const { page, axe, faults, close } = await openView(browser, `/${project}/models?tab=prompts&prompt=caller`);
    await page.getByLabel('System prompt of caller').fill('You are {{ name }}.');
    await page.getByText('Save the prompt to test it.').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved the system prompt of caller.').waitFor();
    await page.getByLabel('name', { exact: true }).fill('Ada');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByLabel('rendered prompt', { exact: true }).getByText('You are Ada.').waitFor();
    expect(provider.requests.at(-1)?.messages[0]).toEqual({ role: 'system', content: 'You are Ada.' });
    expect(await axe()).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('is accessible and fits in each size', async () => {
    const at = `/${project}/models?tab`;
    await expectAccessible(browser, [`${at}=tools`, `${at}=tools&edit=weather`, `${at}=prompts`]);
  });
});
