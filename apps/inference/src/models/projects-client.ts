import { Injectable } from '@nestjs/common';
import { listProjects } from '@earshot/contracts-projects';
import { LaneClient, newCallContext } from '@earshot/messaging';

/** As many as one list of the projects service holds. */
const idsPerQuestion = 100;

/** The question is repeated, and must not keep a process from stopping. */
const deadlineMs = 3_000;

/** Asks the projects service. */
@Injectable()
export class ProjectsClient {
  constructor(private readonly client: LaneClient) {}

  /** Which of these projects there are. @throws AppError `service_unavailable`, `deadline_exceeded` */
  async existing(ids: readonly string[]): Promise<Set<string>> {
    const found = new Set<string>();
    for (let from = 0; from < ids.length; from += idsPerQuestion) {
      const only = ids.slice(from, from + idsPerQuestion);
      const request = { limit: idsPerQuestion, cursor: null, only };
      const { data } = await this.client.command(listProjects, request, { call: newCallContext(), deadlineMs });
      for (const { id } of data) found.add(id);
    }
    return found;
  }
}
