import { Args, Query } from '@nestjs/graphql';
import { ModelDirectory } from '@earshot/directory';
import { invalidRequest } from '@earshot/errors';
import type { RequestContext } from '../../auth/request-context.js';
import { RequirePermission } from '../../auth/route.decorators.js';
import { ProjectInteractionsService } from '../../interactions/project-interactions.service.js';
import { orNull, ProjectScope } from '../project-scope.service.js';
import { FieldContext, GuardedResolver } from '../resolver.decorators.js';
import { CompletionPages, positionOf } from './completion-pages.service.js';
import { searchOf, type FilterExpression } from './completion-search.js';
import { CompletionNodes } from './completion.nodes.js';

interface ListFilter {
  readonly project: string;
  readonly advancedFilter?: FilterExpression | null;
}

interface OrderPair {
  readonly field: string;
  readonly order: 'ASC' | 'DESC';
}

/** Interactions. */
@GuardedResolver()
@RequirePermission('read')
export class InteractionsResolver {
  constructor(
    private readonly scope: ProjectScope,
    private readonly interactions: ProjectInteractionsService,
    private readonly pages: CompletionPages,
    private readonly nodes: CompletionNodes,
    private readonly models: ModelDirectory,
  ) {}

  @Query('completions')
  async list(
    @FieldContext() context: RequestContext,
    @Args('filter') { project: name, advancedFilter }: ListFilter,
    @Args('page') page: Record<string, unknown>,
    @Args('order') order?: readonly OrderPair[] | null,
  ) {
    const scope = await this.scope.of(context, name);
    const { id, key } = scope.project;
    const modelName = (model: string) => `${key}/${this.models.find(id, model)?.key ?? model}`;
    const search = searchOf(advancedFilter ?? {}, modelName);
    const position = positionOf(page);
    const isOldestFirst = isAscending(order ?? []);
    const { data, endCursor } = await (isOldestFirst
      ? this.pages.oldest(scope, search, position)
      : this.pages.newest(scope, search, position));
    const isWhole = position.after === null && endCursor === null;
    return {
      nodes: data.map(this.nodes.of(scope)),
      pageInfo: { hasNextPage: endCursor !== null, endCursor },
      totalCount: () => (isWhole ? data.length : this.pages.count(scope, search)),
    };
  }

  @Query('completion')
  async read(@FieldContext() context: RequestContext, @Args('project') project: string, @Args('id') id: string) {
    const scope = await this.scope.of(context, project);
    const interaction = await orNull(this.interactions.read(scope, id));
    return interaction && this.nodes.of(scope)(interaction);
  }
}

/** @throws AppError `invalid_field` for other fields than the time. */
function isAscending(order: readonly OrderPair[]): boolean {
  const [first, ...others] = order;
  if (first === undefined) return false;
  if (others.length === 0 && ['created_at', 'createdAt'].includes(first.field)) return first.order === 'ASC';
  throw invalidRequest('invalid_field', `'order' must have the field 'created_at' alone; got '${first.field}'.`, {
    param: 'order',
  });
}
