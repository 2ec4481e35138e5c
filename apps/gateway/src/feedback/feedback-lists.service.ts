import { Injectable } from '@nestjs/common';
import { listComparisons, listFeedback, listOutcomes } from '@earshot/contracts-feedback';
import type {
  ComparisonPage,
  FeedbackListQuery,
  FeedbackPage,
  OutcomeListQuery,
  OutcomePage,
} from '@earshot/dto-feedback';
import { notFound } from '@earshot/errors';
import { ProjectAccess } from '../auth/project-access.js';
import { MetricDirectory } from '../directory/metric-directory.js';
import type { RequestContext } from '../http/request-context.js';
import { ManagementClient } from '../management/management.client.js';

/** Reads what people said. */
@Injectable()
export class FeedbackListsService {
  constructor(
    private readonly management: ManagementClient,
    private readonly access: ProjectAccess,
    private readonly metrics: MetricDirectory,
  ) {}

  async feedback(context: RequestContext, project: string, query: FeedbackListQuery): Promise<FeedbackPage> {
    const request = { ...(await this.#filter(context, project, query)), completion_id: query.completion_id ?? null };
    return this.management.read(listFeedback, request, context.call);
  }

  async outcomes(context: RequestContext, project: string, query: OutcomeListQuery): Promise<OutcomePage> {
    return this.management.read(listOutcomes, await this.#filter(context, project, query), context.call);
  }

  async comparisons(context: RequestContext, project: string, query: FeedbackListQuery): Promise<ComparisonPage> {
    const request = { ...(await this.#filter(context, project, query)), completion_id: query.completion_id ?? null };
    return this.management.read(listComparisons, request, context.call);
  }

  async #filter({ caller }: RequestContext, project: string, query: OutcomeListQuery) {
    const { id: project_id, key } = await this.access.resolve(caller, project);
    const { limit, cursor, metric, session_id = null, user_id = null } = query;
    const found = metric === undefined ? null : await this.metrics.findFenced(project_id, metric);
    if (found === undefined) throw notFound('metric', `${key}/${metric}`, { param: 'metric' });
    return { limit, cursor, project_id, metric_id: found?.id ?? null, session_id, user_id };
  }
}
