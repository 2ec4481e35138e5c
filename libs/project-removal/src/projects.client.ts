import { Injectable } from '@nestjs/common';
import { listProjects } from '@earshot/contracts-projects';
import { LaneClient, newCallContext } from '@earshot/messaging';

/** As many as one list of the projects service holds. */
const idsPerQuestion = 100;

/** The question is repeated, and must not keep a process from stopping. */
const deadlineMs = 3_000;

/** Asks the projects service, which alone knows that a project is no more. */
@Injectable()
export class ProjectsClient {
  constructor(private readonly lanes: LaneClient) {}

  /** Which of these projects there are not. @throws AppError `service_unavailable`, `deadline_exceeded` */
  async missing(ids: readonly string[]): Promise<string[]> {
    const missing = new Set(ids);
    for (let from = 0; from < ids.length; from += idsPerQuestion) {
      const request = { limit: idsPerQuestion, cursor: null, only: ids.slice(from, from + idsPerQuestion) };
      const { data } = await this.lanes.command(listProjects, request, { call: newCallContext(), deadlineMs });
      for (const { id } of data) missing.delete(id);
    }
    return [...missing];
  }
}
