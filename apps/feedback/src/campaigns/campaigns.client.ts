import { Injectable } from '@nestjs/common';
import { advanceAbCampaign, type AbCampaign, type AdvanceAbCampaign } from '@earshot/contracts-inference';
import { LaneClient, newCallContext } from '@earshot/messaging';

/** Short, since the command is repeated and must not delay a shutdown. */
const deadlineMs = 3_000;

/** Advances campaigns, which the inference service owns. */
@Injectable()
export class CampaignsClient {
  constructor(private readonly lanes: LaneClient) {}

  /**
   * @returns the advanced campaign.
   * @throws AppError `ab_campaign_not_found`, `winner_invalid`, `service_unavailable`, `deadline_exceeded`
   */
  async advance(
    { id, project_id }: AbCampaign,
    status: AdvanceAbCampaign['status'],
    winner_model_id: string | null,
  ): Promise<AbCampaign> {
    const request = { id, project_id, status, winner_model_id };
    return this.lanes.command(advanceAbCampaign, request, { call: newCallContext(), key: project_id, deadlineMs });
  }
}
