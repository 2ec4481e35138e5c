import { flagParam, textParam, wordParam } from '../resource/search.js';

/** Whose keys are shown. */
export const keyScopes = ['project', 'installation'] as const;

/** Whose keys are shown. */
export type KeyScope = (typeof keyScopes)[number];

/** Search params of the view of keys. */
export interface KeysSearch {
  readonly scope?: KeyScope;
  readonly new?: true;
  /** Id of the key whose form is open. */
  readonly edit?: string;
}

/** Reads the search params of the view of keys. */
export function parseKeysSearch(raw: Record<string, unknown>): KeysSearch {
  return { scope: wordParam(raw['scope'], keyScopes), new: flagParam(raw['new']), edit: textParam(raw['edit']) };
}
