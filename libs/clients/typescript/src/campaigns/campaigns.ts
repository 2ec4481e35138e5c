import { liveEvents } from '../events.js';
import { bodyOf, type CallOptions, type Http } from '../http/http.js';
import { sleep } from '../http/retry.js';
import { entriesOf } from '../pages.js';
import type { Campaign, CampaignReport } from '../types.js';
import { Wakeup } from './wakeup.js';

/** A campaign by the id or key of its project, and its own. */
export interface CampaignName {
  readonly project: string;
  readonly campaign: string;
}

/** Reports are read at most so often, however much feedback arrives. */
const minIntervalMs = 1_000;
/** A campaign is decided about a second after the value that decides it, without an event. */
const maxIntervalMs = 5_000;
const finalStates = new Set<CampaignReport['status']>(['done', 'cancelled']);

/** A/B campaigns. */
export class Campaigns {
  constructor(private readonly http: Http) {}

  /** Lists the campaigns of a project, the newest first. */
  list({ project }: { readonly project: string }, { signal }: CallOptions = {}): AsyncGenerator<Campaign> {
    return entriesOf((cursor) => {
      const params = { path: { project }, query: cursor === undefined ? {} : { cursor } };
      return bodyOf(this.http.api.GET('/api/v1/projects/{project}/ab_campaigns', { params, signal: signal ?? null }));
    });
  }

  /** Gets the report of a campaign, with all feedback that was recorded before. */
  async report({ project, campaign }: CampaignName, { signal }: CallOptions = {}): Promise<CampaignReport> {
    const params = { path: { project, campaign } };
    const path = '/api/v1/projects/{project}/ab_campaigns/{campaign}/report';
    // openapi-fetch turns the pair of an interval into a list.
    return (await bodyOf(this.http.api.GET(path, { params, signal: signal ?? null }))) as CampaignReport;
  }

  /** Yields the report now and each time that it changes, until the campaign is done or cancelled. */
  async *watch(name: CampaignName, { signal }: CallOptions = {}): AsyncGenerator<CampaignReport> {
    const stop = new AbortController();
    const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    const wakeup = new Wakeup();
    const following = this.#follow(name, wakeup, both);
    try {
      let shown = '';
      for (;;) {
        const report = await this.report(name, { signal });
        const text = JSON.stringify(report);
        if (text !== shown) yield report;
        shown = text;
        if (finalStates.has(report.status)) return;
        await sleep(minIntervalMs, signal);
        await wakeup.next(maxIntervalMs);
      }
    } finally {
      stop.abort();
      await following;
    }
  }

  /** Reports each record that may change the report. It ends by the signal, or passes its error on. */
  async #follow({ project }: CampaignName, wakeup: Wakeup, signal: AbortSignal): Promise<void> {
    try {
      for await (const { type } of liveEvents(this.http, { project }, { signal })) {
        if (type !== 'interaction') wakeup.notify();
      }
    } catch (error) {
      wakeup.fail(error);
    }
  }
}
