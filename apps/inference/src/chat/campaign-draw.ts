import { createHash } from 'node:crypto';
import type { AbCampaign, ChatRequest } from '@earshot/contracts-inference';

/** The draw of one request in a campaign. */
export interface Draw {
  readonly takesPart: boolean;
  /** The model that answers it; null for the one that would have without the campaign. */
  readonly modelId: string | null;
  /** With which probability the request got its model, be it in the campaign or outside. */
  readonly propensity: number;
}

type Compared = Pick<AbCampaign, 'id' | 'model_ids' | 'traffic_split'>;

/** 48 bits, which a number holds exactly. */
const drawBytes = 6;
const drawRange = 2 ** (8 * drawBytes);

/** The unit that always gets the same draw: the session; for a new session its user, if there is one. */
export function unitOf(request: Pick<ChatRequest, 'session_id' | 'user' | 'new_session'>): string {
  const { session_id, user, new_session } = request;
  return new_session === true ? (user ?? session_id) : session_id;
}

/**
 * Draws independently for each campaign. The SHA-256 of campaign and unit gives two fractions: one decides whether the
 * unit takes part, one decides its model. So a forced unit gets the same model as a drawn one.
 * @param usualId model of requests outside the campaign; undefined for none.
 */
export function draw(
  campaign: Compared,
  unit: string,
  { forced, usualId }: { forced: boolean; usualId: string | undefined },
): Draw {
  const { id, model_ids, traffic_split } = campaign;
  const hash = createHash('sha256').update(`${id}/${unit}`.toLowerCase()).digest();
  const takesPart = forced || hash.readUIntBE(0, drawBytes) < traffic_split * drawRange;
  const rank = Math.floor((hash.readUIntBE(drawBytes, drawBytes) / drawRange) * model_ids.length);
  const modelId = takesPart ? (model_ids[rank] as string) : null;
  const split = forced ? 1 : traffic_split;
  const inside = model_ids.includes(modelId ?? usualId ?? '') ? split / model_ids.length : 0;
  const outside = (modelId ?? usualId) === usualId ? 1 - split : 0;
  return { takesPart, modelId, propensity: inside + outside };
}
