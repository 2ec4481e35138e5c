import { Injectable } from '@nestjs/common';
import type { CommandContract } from '@earshot/contracts-core';
import { recordFeedback, recordOutcome } from '@earshot/contracts-feedback';
import { MetricDirectory } from '@earshot/directory';
import type { FeedbackInput, FeedbackOutput, OutcomeInput, OutcomeOutput } from '@earshot/dto-feedback';
import { LaneClient } from '@earshot/messaging';
import { NamedProject } from '../auth/named-project.js';
import type { RequestContext } from '../http/request-context.js';
import { writeIds } from '../http/write-ids.js';

/** What every recording of a value needs. */
interface Recording {
  readonly id: string;
  readonly project_id: string | null;
  readonly metric: string;
}

/** Takes what people say to the service that keeps it. */
@Injectable()
export class FeedbackService {
  constructor(
    private readonly lanes: LaneClient,
    private readonly projects: NamedProject,
    private readonly metrics: MetricDirectory,
  ) {}

  async feedback(context: RequestContext, input: FeedbackInput): Promise<FeedbackOutput> {
    const { completion_id, reason = null, details = null } = input;
    const said = await this.#recording(context, input);
    const request = { ...said.recording, completion_id, reason, details };
    return { feedback_id: await this.#record(recordFeedback, context, request, said.command) };
  }

  async outcome(context: RequestContext, input: OutcomeInput): Promise<OutcomeOutput> {
    const said = await this.#recording(context, input);
    const request = { ...said.recording, session_id: input.session_id };
    return { outcome_id: await this.#record(recordOutcome, context, request, said.command) };
  }

  async #recording(context: RequestContext, input: FeedbackInput | OutcomeInput) {
    const project_id = await this.projects.idOf(context.caller, input);
    const { command, entity } = writeIds(context, project_id);
    const { metric, value, user_id = null } = input;
    return { command, recording: { id: entity, project_id, metric, value, user_id } };
  }

  async #record<Q extends Recording>(
    contract: CommandContract<Q, { id: string }>,
    { call }: RequestContext,
    request: Q,
    command: string,
  ): Promise<string> {
    const { project_id, metric } = request;
    // What is said under one metric is counted in one place at a time: together in one partition it waits for nobody else.
    const key = (project_id === null ? this.metrics.replica.get(metric) : this.metrics.find(project_id, metric))?.id;
    const { id } = await this.lanes.command(contract, request, { call, id: command, ...(key && { key }) });
    return id;
  }
}
