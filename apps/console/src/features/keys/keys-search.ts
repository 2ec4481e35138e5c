import { flagParam, textParam } from '../resource/search.js';

/** Search params of the view of keys. */
export interface KeysSearch {
  readonly new?: true;
  /** Id of the key whose form is open. */
  readonly edit?: string;
}

/** Reads the search params of the view of keys. */
export function parseKeysSearch(raw: Record<string, unknown>): KeysSearch {
  return { new: flagParam(raw['new']), edit: textParam(raw['edit']) };
}
