import {
  advanceAbCampaign,
  changeAbCampaign,
  chat,
  createAbCampaign,
  deleteAbCampaign,
  listAbCampaigns,
  type AbCampaign,
  type AdvanceAbCampaign,
  type ChangeAbCampaign,
  type ChatRequest,
  type CreateAbCampaign,
  type Model,
} from '@earshot/contracts-inference';
import type { Project } from '@earshot/contracts-projects';
import { newCallContext } from '@earshot/messaging';
import { lastValueFrom } from 'rxjs';
import { v7 } from 'uuid';
import { aChatRequest } from './chat-fixtures.js';
import type { InferenceApp } from './inference-app.js';

const call = newCallContext();
const madeAt = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };

/** What names a campaign. */
type Which = Pick<AbCampaign, 'id' | 'project_id'>;

/** A project with three models and a metric, and what is asked about its campaigns. */
export class CampaignScene {
  private constructor(
    private readonly app: InferenceApp,
    readonly project: Project,
    /** The first one is the default. */
    readonly models: readonly [Model, Model, Model],
    readonly metricId: string,
  ) {}

  static async in(app: InferenceApp): Promise<CampaignScene> {
    const project = await app.makeProject();
    const metricId = v7();
    const metric = { key: 'helpful', name: 'Helpful', kind: 'bool', scoring_type: 'higher_is_better' } as const;
    const of = { id: metricId, project_id: project.id, description: null };
    await app.neighbours.publishMetric({ ...of, ...metric, ...madeAt });
    const models = [
      await app.makeModel(project.id, 'first'),
      await app.makeModel(project.id, 'second'),
      await app.makeModel(project.id, 'third'),
    ] as const;
    return new CampaignScene(app, project, [...models], metricId);
  }

  /** @param command id of the command, for one that comes again. */
  create(key: string, changes: Partial<CreateAbCampaign> = {}, command?: string): Promise<AbCampaign> {
    const settings = { traffic_split: 1, feedback_type: 'metric' as const, auto_deploy: false };
    const names = { metric: 'helpful', models: ['second', this.models[2].id] };
    const request = { id: v7(), project_id: this.project.id, key, name: key, ...settings, ...names, ...changes };
    return this.app.neighbours.client.command(createAbCampaign, request, { call, id: command });
  }

  change({ id, project_id }: Which, changes: ChangeAbCampaign['changes']): Promise<AbCampaign> {
    return this.app.neighbours.client.command(changeAbCampaign, { id, project_id, changes }, { call });
  }

  advance(
    { id, project_id }: Which,
    status: AdvanceAbCampaign['status'],
    winner_model_id: string | null = null,
  ): Promise<AbCampaign> {
    const request = { id, project_id, status, winner_model_id };
    return this.app.neighbours.client.command(advanceAbCampaign, request, { call });
  }

  async remove({ id, project_id }: Which): Promise<void> {
    await this.app.neighbours.client.command(deleteAbCampaign, { id, project_id }, { call });
  }

  async list(): Promise<AbCampaign[]> {
    const request = { project_id: this.project.id, limit: 100, cursor: null };
    return (await this.app.neighbours.client.command(listAbCampaigns, request, { call })).data;
  }

  /** What is on record of a chat whose sender knew all campaigns that there are. */
  async record(changes: Partial<ChatRequest>) {
    const { client, campaigns } = this.app.neighbours;
    await campaigns.fence();
    const ids = { response_id: `chatcmpl-${v7()}`, completion_ids: [v7()], session_id: v7() };
    const request = aChatRequest({ ...ids, project_id: this.project.id, model: null, ...changes });
    const observed = { [campaigns.topic]: campaigns.position };
    await lastValueFrom(client.work(chat, request, { call, deadlineMs: 20_000, observed }));
    return this.app.recordOf(request);
  }

  async defaultKey(): Promise<string | undefined> {
    return (await this.app.modelsOf(this.project.id)).find((model) => model.default)?.key;
  }
}
