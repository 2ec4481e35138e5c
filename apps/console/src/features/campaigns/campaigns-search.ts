import { flagParam, textParam } from '../resource/search.js';

/** Search params of the list of campaigns. */
export interface CampaignsSearch {
  readonly new?: true;
  /** Keys of the models of a new campaign, separated by commas. */
  readonly models?: string;
  /** Key of the metric of a new campaign. */
  readonly metric?: string;
}

/** Reads the search params of the list of campaigns. */
export function parseCampaignsSearch(raw: Record<string, unknown>): CampaignsSearch {
  return { new: flagParam(raw['new']), models: textParam(raw['models']), metric: textParam(raw['metric']) };
}
