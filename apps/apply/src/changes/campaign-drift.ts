import type { Body } from '../declaration/declaration.js';
import { ApiError } from '../installation/api-client.js';
import type { ExistingCampaign } from '../installation/entities.js';
import { differences } from './differences.js';

/**
 * Shows an existing campaign in the form of a declared one. Only the name of a campaign changes: its counts hold for
 * the models, metric and split with which it began. One that is over is history, so only its name is compared.
 * @throws ApiError `campaign_differs` if a running campaign differs in another field.
 */
export function comparableCampaign(existing: ExistingCampaign, declared: Body): object {
  const { name, ...fixed } = declared;
  if (existing.status === 'done' || existing.status === 'cancelled') return { ...existing, ...fixed };
  const [field] = Object.keys(differences(fixed, existing) ?? {});
  if (field === undefined) return existing;
  const current = JSON.stringify((existing as unknown as Body)[field]);
  const message = `The campaign '${existing.key}' runs with ${field} ${current}, which never changes. Restore it here, or declare another key.`;
  throw new ApiError(message, 409, 'campaign_differs', field);
}
