import type { AbCampaign } from '@earshot/contracts-inference';

/** The statuses of campaigns that take traffic, the earlier one first. */
export const runningStatuses = ['warmup', 'in_progress'] as const satisfies readonly AbCampaign['status'][];

/** Whether a campaign takes traffic; otherwise it is final. */
export function isRunning({ status }: Pick<AbCampaign, 'status'>): boolean {
  return runningStatuses.some((running) => running === status);
}
