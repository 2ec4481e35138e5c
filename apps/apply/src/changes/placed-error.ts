import { pathOf } from '../declaration/path.js';
import type { Path } from '../declaration/yaml-source.js';
import type { ApiError } from '../installation/api-client.js';

/** The installation refused something that stands at a place in the file. */
export class PlacedError extends Error {
  /** The place: as near as the refusal says. */
  readonly path: Path;

  constructor(path: Path, refusal: ApiError) {
    super(`${refusal.message} (${refusal.code})`, { cause: refusal });
    this.name = 'PlacedError';
    this.path = [...path, ...pathOf(refusal.param)];
  }
}
