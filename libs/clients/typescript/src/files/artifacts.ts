import { bodyOf, type Http } from '../http/http.js';
import type { Artifact } from '../types.js';
import type { UploadOptions, Uploads } from './uploads.js';

/** A new artifact: any file. */
export interface NewArtifact {
  readonly project: string;
  /** File name of downloads. */
  readonly name: string;
  readonly file: Blob;
  /** Media type of downloads. Default: that of the file, or `application/octet-stream`. */
  readonly contentType?: string | undefined;
}

/** Artifacts: any files. */
export class Artifacts {
  constructor(
    private readonly http: Http,
    private readonly uploads: Uploads,
  ) {}

  /** Uploads a file as an artifact. */
  async upload({ project, name, file, contentType }: NewArtifact, options: UploadOptions = {}): Promise<Artifact> {
    const type = contentType ?? (file.type || 'application/octet-stream');
    const sessionId = await this.uploads.send({ project, file, contentType: type }, options);
    const params = { path: { project }, header: { 'Idempotency-Key': sessionId } };
    const body = { name, upload_session_id: sessionId };
    const signal = options.signal ?? null;
    return bodyOf(this.http.api.POST('/api/v1/projects/{project}/artifacts', { params, body, signal }));
  }
}
