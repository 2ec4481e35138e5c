import { bodyOf, type Http } from '../http/http.js';
import type { Recipe } from '../types.js';
import type { UploadOptions, Uploads } from './uploads.js';

/** A new recipe: a zip file. */
export interface NewRecipe {
  readonly project: string;
  readonly key: string;
  readonly name?: string | undefined;
  /** File of the zip that runs. Default: `main.py`. */
  readonly entryPoint?: string | undefined;
  readonly file: Blob;
}

/** Recipes: zip files of code. */
export class Recipes {
  constructor(
    private readonly http: Http,
    private readonly uploads: Uploads,
  ) {}

  /** Uploads a zip file as a recipe. */
  async upload(recipe: NewRecipe, options: UploadOptions = {}): Promise<Recipe> {
    const { project, key, name, entryPoint, file } = recipe;
    const sessionId = await this.uploads.send({ project, file, contentType: 'application/zip' }, options);
    const body = {
      key,
      ...(name !== undefined && { name }),
      ...(entryPoint !== undefined && { entry_point: entryPoint }),
      upload_session_id: sessionId,
    };
    const params = { path: { project }, header: { 'Idempotency-Key': sessionId } };
    const call = this.http.api.POST('/api/v1/projects/{project}/recipes', {
      params,
      body,
      signal: options.signal ?? null,
    });
    return bodyOf(call);
  }
}
