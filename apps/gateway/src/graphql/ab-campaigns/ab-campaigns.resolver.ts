import { Args, Mutation, Query } from '@nestjs/graphql';
import { CampaignDirectory } from '@earshot/directory';
import { parseBody } from '@earshot/dto-common';
import { createAbCampaignSchema } from '@earshot/dto-inference';
import { AbCampaignsService } from '../../ab-campaigns/ab-campaigns.service.js';
import type { RequestContext } from '../../auth/request-context.js';
import { RequirePermission } from '../../auth/route.decorators.js';
import { orNull, ProjectScope } from '../project-scope.service.js';
import { FieldContext, GuardedResolver } from '../resolver.decorators.js';
import { CampaignNodes } from './campaign.nodes.js';

interface AbcampaignCreate {
  readonly key: string;
  readonly name?: string | null;
  readonly metric: string;
  readonly project: string;
  readonly modelServices: readonly string[];
  readonly autoDeploy: boolean;
  readonly trafficSplit: number;
  readonly scoreType: 'DIRECT' | 'COMPARISON';
}

interface AbCampaignFilter {
  readonly active?: boolean | null;
  readonly status?: string | null;
  readonly project?: string | null;
}

/** A/B campaigns. */
@GuardedResolver()
@RequirePermission('read')
export class AbCampaignsResolver {
  constructor(
    private readonly scope: ProjectScope,
    private readonly campaigns: AbCampaignsService,
    private readonly directory: CampaignDirectory,
    private readonly nodes: CampaignNodes,
  ) {}

  @Mutation('createAbCampaign')
  @RequirePermission('manage')
  async create(@FieldContext() context: RequestContext, @Args('input') input: AbcampaignCreate) {
    const scope = await this.scope.of(context, input.project);
    const { key, name, metric, modelServices: models, autoDeploy, trafficSplit, scoreType } = input;
    const body = parseBody(createAbCampaignSchema, {
      ...{ key, name: name ?? undefined, metric, models },
      auto_deploy: autoDeploy,
      traffic_split: trafficSplit,
      feedback_type: scoreType === 'DIRECT' ? 'metric' : 'preference',
    });
    return this.nodes.of(scope, await this.campaigns.create(scope, body));
  }

  @Mutation('cancelAbCampaign')
  @RequirePermission('manage')
  async cancel(@FieldContext() context: RequestContext, @Args('input') name: string) {
    const { context: scope, id } = await this.scope.locate(context, this.directory, 'ab campaign', name);
    return (await this.campaigns.update(scope, id, { status: 'cancelled' })).key;
  }

  @Query('abCampaigns')
  async list(@FieldContext() context: RequestContext, @Args('filter') { active, status, project }: AbCampaignFilter) {
    const scopes = project == null ? await this.scope.all(context) : [await this.scope.of(context, project)];
    const lists = scopes.map(async (scope) => {
      const nodes = (await this.campaigns.all(scope)).map((campaign) => this.nodes.of(scope, campaign));
      return nodes.filter((node) => status == null || node.status === status);
    });
    return (await Promise.all(lists)).flat().filter((node) => active == null || active === (node.endDate === null));
  }

  @Query('abCampaign')
  read(@FieldContext() context: RequestContext, @Args('idOrKey') name: string) {
    return orNull(this.#find(context, name));
  }

  async #find(context: RequestContext, name: string) {
    const { context: scope, id } = await this.scope.locate(context, this.directory, 'ab campaign', name);
    return this.nodes.of(scope, await this.campaigns.read(scope, id));
  }
}
