import bundledChromium from '@sparticuz/chromium';
import { chromium } from 'playwright-core';

const timeoutMs = 20_000;

/** Starts Chromium. `open` signs in a context; `view` opens an address below `/console` in it. */
export async function openBrowser() {
  const executablePath = process.env.EARSHOT_CHROMIUM ?? (await bundledChromium.executablePath());
  const args = bundledChromium.args.filter((arg) => arg !== '--single-process' && arg !== '--no-zygote');
  const browser = await chromium.launch({ executablePath, args, headless: true });
  return { open: (options) => openContext(browser, options), close: () => browser.close() };
}

async function openContext(browser, { url, key, theme, width, height }) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme: theme,
    locale: 'en-GB',
    deviceScaleFactor: 1,
  });
  context.setDefaultTimeout(timeoutMs);
  const response = await context.request.post('/api/v1/sessions', { data: { api_key: key } });
  if (response.status() !== 201) throw new Error(`signing in: ${response.status()} ${await response.text()}`);
  return {
    close: () => context.close(),
    async view(address) {
      const page = await context.newPage();
      await page.goto(`/console${address}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
      return page;
    },
  };
}
