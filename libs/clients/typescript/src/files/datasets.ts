import { DeadlineError } from '../http/errors.js';
import { bodyOf, type CallOptions, type Http } from '../http/http.js';
import { sleep } from '../http/retry.js';
import { entriesOf } from '../pages.js';
import type { Dataset, DatasetFormat, InteractionsSource } from '../types.js';
import { download, type Download } from './download.js';
import type { UploadOptions, Uploads } from './uploads.js';

/** A dataset by the id or key of its project, and its own. */
export interface DatasetName {
  readonly project: string;
  readonly dataset: string;
}

/** What a new dataset is called. */
export interface NewDataset {
  readonly project: string;
  readonly key: string;
  readonly name?: string | undefined;
}

/** Options of a wait. */
export interface WaitOptions extends CallOptions {
  /** Default: an hour. */
  readonly deadlineMs?: number | undefined;
  readonly onProgress?: ((progress: { readonly stage: 'processing'; readonly percent: number }) => void) | undefined;
}

const hourMs = 3_600_000;
const pollMs = 500;

/** Datasets: JSON Lines of recorded interactions, or of a file. */
export class Datasets {
  constructor(
    private readonly http: Http,
    private readonly uploads: Uploads,
  ) {}

  /** Lists the datasets of a project. */
  list({ project }: { readonly project: string }, { signal }: CallOptions = {}): AsyncGenerator<Dataset> {
    return entriesOf((cursor) => {
      const params = { path: { project }, query: cursor === undefined ? {} : { cursor } };
      return bodyOf(this.http.api.GET('/api/v1/projects/{project}/datasets', { params, signal: signal ?? null }));
    });
  }

  /** Gets a dataset. */
  get({ project, dataset }: DatasetName, { signal }: CallOptions = {}): Promise<Dataset> {
    const params = { path: { project, dataset } };
    return bodyOf(
      this.http.api.GET('/api/v1/projects/{project}/datasets/{dataset}', { params, signal: signal ?? null }),
    );
  }

  /** Builds a dataset of recorded interactions, and waits until it is ready, failed or cancelled. */
  async build({ from, ...named }: NewDataset & { readonly from: InteractionsSource }, options: WaitOptions = {}) {
    const dataset = await this.#create(named, { from }, crypto.randomUUID(), options);
    return this.wait({ project: named.project, dataset: dataset.id }, options);
  }

  /** Uploads a file of JSON Lines as a dataset, and waits until it is ready, failed or cancelled. */
  async upload({ file, ...named }: NewDataset & { readonly file: Blob }, options: UploadOptions = {}) {
    const { project } = named;
    const sessionId = await this.uploads.send({ project, file, contentType: 'application/x-ndjson' }, options);
    // A session makes one dataset, so its id is the key of the request.
    const dataset = await this.#create(named, { upload_session_id: sessionId }, sessionId, options);
    return this.wait({ project, dataset: dataset.id }, options);
  }

  /**
   * Waits until a dataset is ready, failed or cancelled; its `errors` name the lines.
   *
   * @throws DeadlineError if it is still being processed after `deadlineMs`
   */
  async wait(name: DatasetName, { deadlineMs = hourMs, onProgress, signal }: WaitOptions = {}): Promise<Dataset> {
    const deadline = Date.now() + deadlineMs;
    for (;;) {
      const dataset = await this.get(name, { signal });
      onProgress?.({ stage: 'processing', percent: dataset.percent });
      if (dataset.status !== 'processing') return dataset;
      if (Date.now() > deadline)
        throw new DeadlineError(`The dataset ${dataset.key} is not ready after ${deadlineMs} ms.`);
      await sleep(pollMs, signal);
    }
  }

  /**
   * Cancels a dataset that is being processed, and deletes its files. Again, it changes nothing.
   *
   * @throws ApiError `dataset_processed` if it is ready or failed
   */
  cancel({ project, dataset }: DatasetName, { signal }: CallOptions = {}): Promise<Dataset> {
    const params = { path: { project, dataset }, header: { 'Idempotency-Key': crypto.randomUUID() } };
    return bodyOf(
      this.http.api.POST('/api/v1/projects/{project}/datasets/{dataset}/cancel', { params, signal: signal ?? null }),
    );
  }

  /** Begins to download a dataset. */
  download(
    { project, dataset, format = 'original' }: DatasetName & { readonly format?: DatasetFormat },
    options: CallOptions = {},
  ): Promise<Download> {
    const [p, d] = [project, dataset].map(encodeURIComponent);
    return download(this.http, `/api/v1/projects/${p}/datasets/${d}/download?format=${format}`, options);
  }

  #create(
    { project, key, name }: NewDataset,
    source: { from?: InteractionsSource; upload_session_id?: string },
    idempotencyKey: string,
    { signal }: CallOptions,
  ): Promise<Dataset> {
    const body = { key, ...(name !== undefined && { name }), ...source };
    const params = { path: { project }, header: { 'Idempotency-Key': idempotencyKey } };
    return bodyOf(this.http.api.POST('/api/v1/projects/{project}/datasets', { params, body, signal: signal ?? null }));
  }
}
