import type { Locator, Page, Route } from 'playwright-core';
import { until } from './until.js';

/** How the interface fails. `offline`: the browser has no connection; `silent`: it never answers. */
export type Failure = 'error' | 'busy' | 'offline' | 'silent';

/** What a view says of each failure. */
export const wordsOf: Readonly<Record<Failure, string>> = {
  error: 'It broke on purpose.',
  busy: 'It is busy on purpose.',
  offline: 'The server cannot be reached.',
  silent: 'The server did not answer in time.',
};

/** Longer than the pauses between the attempts of the console. */
const pauseMs = 3_000;
/** Longer than it waits for an answer. */
const silenceMs = 40_000;
const shownTimeoutMs = 30_000;

/** Deadlines of requests follow the clock of the page, which a test moves on. */
const deadlinesByClock = `AbortSignal.timeout = (ms) => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('signal timed out', 'TimeoutError')), ms);
  return controller.signal;
};`;

/** Stands between a page and the interface. Sessions and events pass. */
export class FailingApi {
  /** `Idempotency-Key` of the writes that were sent since the last {@link fail}. */
  readonly writes: (string | undefined)[] = [];
  #failure: Failure | null = null;
  #only: 'reads' | 'writes' = 'reads';

  private constructor(private readonly page: Page) {}

  /** Begins to stand between. Open the views afterwards. */
  static async before(page: Page): Promise<FailingApi> {
    const api = new FailingApi(page);
    await page.addInitScript(deadlinesByClock);
    await page.clock.install();
    await page.route(/\/api\/v1\/(?!sessions)(?!.*\/events$)/, (route) => api.#answer(route));
    return api;
  }

  /** Lets reads or writes fail from now on; null: they pass. */
  async fail(failure: Failure | null, only: 'reads' | 'writes' = 'reads'): Promise<void> {
    this.#failure = failure;
    this.#only = only;
    await this.page.context().setOffline(failure === 'offline' && only === 'reads');
  }

  /** Waits until the page shows the words of a failure, past the pauses between attempts. */
  async isShown(failure: Failure): Promise<void> {
    const note = this.page.getByRole('alert').filter({ hasText: wordsOf[failure] }).first();
    await until(
      async () => {
        if (await note.isVisible()) return true;
        await this.page.clock.fastForward(failure === 'silent' ? silenceMs : pauseMs);
        return false;
      },
      shownTimeoutMs,
      50,
    );
  }

  /**
   * Lets everything pass, and waits until the page shows what it then can, and nothing that failed. A request that
   * still hangs ends with the clock; `retry` presses what the page offers after it.
   */
  async recovers(content: Locator, retry: () => Promise<void>): Promise<void> {
    const failed = this.page.getByRole('alert').first();
    await this.fail(null);
    await retry();
    await until(
      async () => {
        if ((await content.isVisible()) && !(await failed.isVisible())) return true;
        await this.page.clock.fastForward(silenceMs);
        await retry();
        return false;
      },
      shownTimeoutMs,
      500,
    );
  }

  async #answer(route: Route): Promise<void> {
    const isRead = route.request().method() === 'GET';
    if (!isRead)
      this.writes.push(
        await route
          .request()
          .headerValue('idempotency-key')
          .then((key) => key ?? undefined),
      );
    if (this.#failure === null || isRead !== (this.#only === 'reads')) return route.continue();
    if (this.#failure === 'silent') return;
    if (this.#failure === 'offline') return route.abort('internetdisconnected');
    const status = this.#failure === 'error' ? 500 : 503;
    const error = { message: wordsOf[this.#failure], type: 'server_error', code: 'on_purpose', param: null };
    await route.fulfill({ status, json: { error } });
  }
}
