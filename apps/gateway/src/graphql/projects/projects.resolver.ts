import { Args, Mutation, Query } from '@nestjs/graphql';
import { parseBody } from '@earshot/dto-common';
import { createProjectSchema } from '@earshot/dto-projects';
import type { RequestContext } from '../../auth/request-context.js';
import { AdminOnly, RequirePermission } from '../../auth/route.decorators.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { rejectSet } from '../absent-features.js';
import { keyOfName } from '../key-of-name.js';
import { orNull, ProjectScope } from '../project-scope.service.js';
import { Dropped, FieldContext, GuardedResolver, type ReportDropped } from '../resolver.decorators.js';
import { ProjectNodes } from './project.nodes.js';

interface ProjectCreate {
  readonly name: string;
  readonly key?: string | null;
  readonly description?: string | null;
  readonly team?: string | null;
  readonly settings?: { readonly defaultMetric?: string | null } | null;
}

/** Projects. */
@GuardedResolver()
@RequirePermission('read')
export class ProjectsResolver {
  constructor(
    private readonly scope: ProjectScope,
    private readonly projects: ProjectsService,
    private readonly nodes: ProjectNodes,
  ) {}

  @Mutation('createProject')
  @AdminOnly()
  async create(
    @FieldContext() context: RequestContext,
    @Dropped() reportDropped: ReportDropped,
    @Args('input') { name, key, description, team, settings }: ProjectCreate,
  ) {
    rejectSet({ team: [team, 'teams'], defaultMetric: [settings?.defaultMetric, 'default metric of a project'] });
    const body = parseBody(createProjectSchema, { name, key: key ?? keyOfName(name) });
    const { id } = await this.projects.create(context, body);
    reportDropped(description ? ['description'] : []);
    return this.nodes.of(await this.scope.of(context, id));
  }

  @Query('projects')
  async list(@FieldContext() context: RequestContext) {
    return (await this.scope.all(context)).map((scope) => this.nodes.of(scope));
  }

  @Query('project')
  async read(@FieldContext() context: RequestContext, @Args('idOrKey') idOrKey: string) {
    return orNull(
      this.projects.read(context, idOrKey).then(async ({ id }) => this.nodes.of(await this.scope.of(context, id))),
    );
  }
}
