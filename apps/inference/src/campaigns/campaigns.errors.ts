import type { AbCampaign } from '@earshot/contracts-inference';
import { conflict, invalidRequest, notFound, quoted, type AppError } from '@earshot/errors';

/** The project has no campaign of that id. */
export function campaignNotFound(id: string): AppError {
  return notFound('ab campaign', id);
}

/** Another campaign of the project has that key. */
export function keyTaken(key: string): AppError {
  return conflict('key_taken', `Another campaign of this project has the key '${key}'.`, { param: 'key' });
}

/** There is a campaign with that id, in whatever project. */
export function idTaken(id: string): AppError {
  return conflict('id_taken', `There is a campaign with the id '${id}' already.`, { param: 'id' });
}

/** A model can't be compared. @param index in `models` */
export function campaignModelInvalid(index: number, name: string, why: string): AppError {
  return invalidRequest('campaign_model_invalid', `'${quoted(name)}' ${why}`, { param: `models[${index}]` });
}

/** Another campaign takes the project's default traffic. */
export function trafficTaken(key: string): AppError {
  return conflict(
    'campaign_running',
    `The campaign '${key}' takes requests to this project's default model already. Cancel it first, or give this one a traffic_split of 0: then it takes those alone that ask for it.`,
    { param: 'traffic_split' },
  );
}

/** What is still running is not removed by mistake. */
export function stillRunning(key: string): AppError {
  return conflict('campaign_running', `The campaign '${key}' is running. Cancel it first.`);
}

/** What is over stays so: its numbers are final. */
export function campaignOver({ key, status }: Pick<AbCampaign, 'key' | 'status'>): AppError {
  return conflict('campaign_over', `The campaign '${key}' is ${status}, and stays so. Make another campaign.`, {
    param: 'status',
  });
}

/** Only a model that was compared can have won. */
export function winnerInvalid(key: string): AppError {
  return invalidRequest('winner_invalid', `The winner is none of the models of the campaign '${key}'.`, {
    param: 'winner_model_id',
  });
}
