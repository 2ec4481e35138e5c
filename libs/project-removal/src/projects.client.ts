import { Injectable } from '@nestjs/common';
import { listProjects } from '@earshot/contracts-projects';
import { LaneClient, newCallContext } from '@earshot/messaging';

/** Maximum page size of the projects service. */
const idsPerRequest = 100;

/** Short, since calls are retried and must not delay the stop of a process. */
const deadlineMs = 3_000;

/** Asks the projects service, which alone knows that a project was deleted. */
@Injectable()
export class ProjectsClient {
  constructor(private readonly lanes: LaneClient) {}

  /** The ids without a project. @throws AppError `service_unavailable`, `deadline_exceeded` */
  async missing(ids: readonly string[]): Promise<string[]> {
    const missing = new Set(ids);
    for (let from = 0; from < ids.length; from += idsPerRequest) {
      const request = { limit: idsPerRequest, cursor: null, only: ids.slice(from, from + idsPerRequest) };
      const { data } = await this.lanes.command(listProjects, request, { call: newCallContext(), deadlineMs });
      for (const { id } of data) missing.delete(id);
    }
    return [...missing];
  }
}
