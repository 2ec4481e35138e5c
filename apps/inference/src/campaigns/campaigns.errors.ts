import type { AbCampaign } from '@earshot/contracts-inference';
import { conflict, invalidRequest, quoted, type AppError } from '@earshot/errors';

/** A model can't be compared. @param index in `models` */
export function campaignModelInvalid(index: number, name: string, why: string): AppError {
  return invalidRequest('campaign_model_invalid', `'${quoted(name)}' ${why}`, { param: `models[${index}]` });
}

/** Another campaign takes the project's default traffic. */
export function trafficTaken(key: string): AppError {
  const message = `The campaign '${key}' already receives traffic of the project. Cancel it first, or set traffic_split to 0: then only requests with 'ab_campaign' take part.`;
  return conflict('campaign_running', message, { param: 'traffic_split' });
}

/** What is still running is not removed by mistake. */
export function stillRunning(key: string): AppError {
  return conflict('campaign_running', `The campaign '${key}' is running. Cancel it first.`);
}

/** What is over stays so: its numbers are final. */
export function campaignOver({ key, status }: Pick<AbCampaign, 'key' | 'status'>): AppError {
  const message = `The campaign '${key}' is ${status} and cannot be restarted. Create another campaign.`;
  return conflict('campaign_over', message, { param: 'status' });
}

/** Only a model that was compared can have won. */
export function winnerInvalid(key: string): AppError {
  const message = `The winner must be one of the models of the campaign '${key}'.`;
  return invalidRequest('winner_invalid', message, { param: 'winner_model_id' });
}
