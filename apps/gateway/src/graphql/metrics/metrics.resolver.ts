import { Args, Mutation, Query } from '@nestjs/graphql';
import { parseBody } from '@earshot/dto-common';
import { createMetricSchema } from '@earshot/dto-feedback';
import type { RequestContext } from '../../auth/request-context.js';
import { RequirePermission } from '../../auth/route.decorators.js';
import { MetricsService } from '../../metrics/metrics.service.js';
import { keyOfName } from '../key-of-name.js';
import { orNull, ProjectScope } from '../project-scope.service.js';
import { FieldContext, GuardedResolver } from '../resolver.decorators.js';
import { MetricNodes } from './metric.nodes.js';

interface MetricCreate {
  readonly name: string;
  readonly key?: string | null;
  readonly kind: string;
  readonly scoringType: string;
  readonly description?: string | null;
}

/** Metrics. */
@GuardedResolver()
@RequirePermission('read')
export class MetricsResolver {
  constructor(
    private readonly scope: ProjectScope,
    private readonly metrics: MetricsService,
    private readonly nodes: MetricNodes,
  ) {}

  @Mutation('createMetric')
  @RequirePermission('manage')
  async create(
    @FieldContext() context: RequestContext,
    @Args('project') project: string,
    @Args('input') { name, key, kind, scoringType, description }: MetricCreate,
  ) {
    const scope = await this.scope.of(context, project);
    const body = parseBody(createMetricSchema, {
      ...{ name, description },
      key: key ?? keyOfName(name),
      kind: kind.toLowerCase(),
      scoring_type: scoringType.toLowerCase(),
    });
    return this.nodes.of(scope, await this.metrics.create(scope, body));
  }

  @Query('metrics')
  async list(@FieldContext() context: RequestContext) {
    const scopes = await this.scope.all(context);
    const lists = scopes.map(async (scope) => {
      const metrics = await this.metrics.all(scope);
      return metrics.map((metric) => this.nodes.of(scope, metric));
    });
    return (await Promise.all(lists)).flat();
  }

  @Query('metric')
  async read(
    @FieldContext() context: RequestContext,
    @Args('projectIdOrKey') project: string,
    @Args('metricIdOrKey') metric: string,
  ) {
    const scope = await this.scope.of(context, project);
    return orNull(this.metrics.read(scope, metric).then((found) => this.nodes.of(scope, found)));
  }
}
