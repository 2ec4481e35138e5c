import { Controller } from '@nestjs/common';
import {
  abCampaignsState,
  advanceAbCampaign,
  type AbCampaign,
  type AdvanceAbCampaign,
} from '@earshot/contracts-inference';
import { notFound, overloaded } from '@earshot/errors';
import { CommandHandler, RecordPublisher, type Command, type CommandResult, producerHeader } from '@earshot/messaging';

/**
 * The service that owns campaigns, without a database: it keeps what it is told, and publishes it before it answers.
 */
@Controller()
export class ScriptedInferenceController {
  readonly campaigns = new Map<string, AbCampaign>();
  /** What it was asked, also where it refused. */
  readonly advances: AdvanceAbCampaign[] = [];
  /** How many of the next questions it is too busy for. */
  busyFor = 0;

  constructor(private readonly records: RecordPublisher) {}

  @CommandHandler(advanceAbCampaign)
  async advance(group: readonly Command<AdvanceAbCampaign>[]): Promise<CommandResult<AbCampaign>[]> {
    const results: CommandResult<AbCampaign>[] = [];
    for (const { body } of group) results.push(await this.#advance(body));
    return results;
  }

  /** Keeps a campaign, or (undefined) removes it. */
  async put(id: string, campaign: AbCampaign | undefined): Promise<void> {
    if (campaign === undefined) this.campaigns.delete(id);
    else this.campaigns.set(id, campaign);
    const { topic, type } = abCampaignsState;
    const value = campaign === undefined ? null : Buffer.from(JSON.stringify(campaign));
    await this.records.publish([
      { topic: topic.name, key: id, type, value, headers: { [producerHeader]: topic.producer ?? '' } },
    ]);
  }

  async #advance(body: AdvanceAbCampaign): Promise<CommandResult<AbCampaign>> {
    this.advances.push(body);
    const campaign = this.campaigns.get(body.id);
    if (campaign === undefined) return { error: notFound('ab campaign', body.id) };
    if (this.busyFor > 0) {
      this.busyFor -= 1;
      return { error: overloaded('service_unavailable', 'Later.', 1) };
    }
    const { status, winner_model_id } = body;
    const advanced = { ...campaign, status, winner_model_id };
    await this.put(body.id, advanced);
    return { ok: advanced };
  }
}
