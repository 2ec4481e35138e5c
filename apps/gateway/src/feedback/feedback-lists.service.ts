import { Injectable } from '@nestjs/common';
import { listComparisons, listFeedback, listOutcomes } from '@earshot/contracts-feedback';
import { MetricDirectory } from '@earshot/directory';
import type {
  ComparisonPage,
  FeedbackListQuery,
  FeedbackPage,
  OutcomeListQuery,
  OutcomePage,
} from '@earshot/dto-feedback';
import { notFound } from '@earshot/errors';
import type { ProjectContext } from '../http/request-context.js';
import { ManagementClient } from '../management/management.client.js';

/** Lists the feedback, outcomes and comparisons of a project. */
@Injectable()
export class FeedbackListsService {
  constructor(
    private readonly management: ManagementClient,
    private readonly metrics: MetricDirectory,
  ) {}

  async feedback(context: ProjectContext, query: FeedbackListQuery): Promise<FeedbackPage> {
    const request = { ...(await this.#filter(context, query)), completion_id: query.completion_id ?? null };
    return this.management.read(listFeedback, request, context.call);
  }

  async outcomes(context: ProjectContext, query: OutcomeListQuery): Promise<OutcomePage> {
    return this.management.read(listOutcomes, await this.#filter(context, query), context.call);
  }

  async comparisons(context: ProjectContext, query: FeedbackListQuery): Promise<ComparisonPage> {
    const request = { ...(await this.#filter(context, query)), completion_id: query.completion_id ?? null };
    return this.management.read(listComparisons, request, context.call);
  }

  async #filter({ project }: ProjectContext, query: OutcomeListQuery) {
    const { limit, cursor, metric, session_id = null, user_id = null } = query;
    const found = metric === undefined ? null : await this.metrics.findFenced(project.id, metric);
    if (found === undefined) throw notFound('metric', `${project.key}/${metric}`, { param: 'metric' });
    return { limit, cursor, project_id: project.id, metric_id: found?.id ?? null, session_id, user_id };
  }
}
