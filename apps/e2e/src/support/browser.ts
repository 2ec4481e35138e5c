import bundledChromium from '@sparticuz/chromium';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { findingsInEachLook, findingsOf, isLoaded } from './accessibility.js';
import { create } from './api.js';
import { stack } from './stack.js';

/** Longest wait for something to appear in a page, ms. */
const actionTimeoutMs = 30_000;

/** Paths of all views of a project, below its own. */
export const projectViews = [
  '',
  '/playground',
  '/interactions',
  '/review',
  '/campaigns',
  '/datasets',
  '/models',
  '/metrics',
  '/keys',
  '/audit',
  '/settings',
] as const;

/** How a page is opened. */
export interface ViewOptions {
  /** Key to sign in with; null: signed out. Default: the admin's. */
  readonly key?: string | null;
  /** A session of its own, for a test that signs out. Default: the views of a file share one for each key. */
  readonly ownSession?: boolean;
  readonly width?: number;
  readonly height?: number;
}

/** A page of the console, with everything that went wrong in it. */
export interface View {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors, uncaught errors, violations of the content security policy, and requests to other origins. */
  readonly faults: readonly string[];
  /** Findings of axe, as `rule: elements`. */
  readonly axe: () => Promise<string[]>;
  /** The same in light, dark, wide and narrow, with content that is wider than the page. */
  readonly axeInEachLook: () => Promise<string[]>;
  readonly close: () => Promise<void>;
}

/**
 * Arguments that the package suggests for functions in a cloud: one process for everything ends with its first page, a
 * crash of the graphics ends the browser, and without web security the origin of a request has no effect.
 */
const unfit = new Set([
  '--single-process',
  '--in-process-gpu',
  '--no-zygote',
  '--disable-web-security',
  '--disable-site-isolation-trials',
  '--allow-running-insecure-content',
]);

/** Starts the Chromium that npm brings, or the one at `EARSHOT_CHROMIUM`: the former exists for Linux alone. */
export async function startBrowser(): Promise<Browser> {
  // The console draws no WebGL, and its software renderer is one more part that can crash.
  bundledChromium.setGraphicsMode = false;
  const own = process.env['EARSHOT_CHROMIUM'];
  const args = bundledChromium.args.filter((arg) => !unfit.has(arg));
  const options = { executablePath: own ?? (await bundledChromium.executablePath()), args, headless: true };
  // Chromium 153 crashes in about 1 of 1,000 starts, before it has a page.
  return chromium.launch(options).catch(() => chromium.launch(options));
}

/** Opens `/console` and this path in a browser context of its own. */
export async function openView(browser: Browser, path: string, options: ViewOptions = {}): Promise<View> {
  const { key = stack().adminKey, ownSession = false, width = 1280, height = 800 } = options;
  const context = await browser.newContext({
    baseURL: stack().url,
    viewport: { width, height },
    colorScheme: 'light',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  context.setDefaultTimeout(actionTimeoutMs);
  if (key !== null) await enter(context, key, ownSession);
  const page = await context.newPage();
  const faults = watch(page);
  await page.goto(`/console${path}`);
  return {
    page,
    context,
    faults,
    axe: () => findingsOf(page),
    axeInEachLook: () => findingsInEachLook(page),
    close: () => context.close(),
  };
}

/** Cookies of the shared session of each key. */
const sessions = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>();

async function enter(context: BrowserContext, key: string, ownSession: boolean): Promise<void> {
  const cookies = ownSession ? undefined : sessions.get(key);
  if (cookies !== undefined) return context.addCookies(cookies);
  await signIn(context, key);
  if (!ownSession) sessions.set(key, await context.cookies());
}

/** Gets a session for the context, as the sign-in view does. */
async function signIn(context: BrowserContext, key: string): Promise<void> {
  const response = await context.request.post('/api/v1/sessions', { data: { api_key: key } });
  if (response.status() !== 201) throw new Error(`signing in: ${response.status()} ${await response.text()}`);
}

function watch(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== stack().url) faults.push(`foreign: ${request.url()}`);
  });
  return faults;
}

/**
 * Opens addresses in one page, each in light, dark, wide and narrow.
 *
 * @throws Error naming findings of axe, faults, and content or dialogs that are wider than the page.
 */
export async function expectAccessible(browser: Browser, paths: readonly string[]): Promise<void> {
  const found: string[] = [];
  const { page, faults, close } = await openView(browser, paths[0] ?? '/');
  for (const path of paths) {
    await page.goto(`/console${path}`);
    await isLoaded(page);
    found.push(...(await findingsInEachLook(page)).map((what) => `${path} ${what}`));
  }
  found.push(...faults);
  await close();
  if (found.length > 0) throw new Error(found.join('\n'));
}

/** A project of its own for a test file, with two of the demo models' files and a metric. @returns its key. */
export async function projectForViews(key: string): Promise<string> {
  await create('/api/v1/projects', { key, name: key });
  const base = `/api/v1/projects/${key}`;
  for (const [model, file] of [
    ['large', 'earshot-demo.gguf'],
    ['small', 'earshot-demo-small.gguf'],
  ] as const)
    await create(`${base}/models`, {
      key: model,
      name: model,
      provider: { kind: 'llama', model_file: file },
      capabilities: ['chat'],
      default: model === 'large',
    });
  await create(`${base}/metrics`, { key: 'helpful', name: 'Helpful', kind: 'bool' });
  return key;
}
