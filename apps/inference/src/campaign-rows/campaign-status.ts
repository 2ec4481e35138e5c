import type { AbCampaign } from '@earshot/contracts-inference';

/** The statuses of campaigns that take traffic. */
export const runningStatuses: readonly AbCampaign['status'][] = ['warmup', 'in_progress'];

/** Whether a campaign takes traffic; otherwise it is final. */
export function isRunning({ status }: Pick<AbCampaign, 'status'>): boolean {
  return runningStatuses.includes(status);
}
