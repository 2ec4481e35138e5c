import { Injectable } from '@nestjs/common';
import {
  checkInteractions,
  scanInteractions,
  type ScanInteractions,
  type ScannedInteractions,
} from '@earshot/contracts-interactions';
import { LaneClient, newCallContext } from '@earshot/messaging';

/** Nobody waits, but a claim of a queue must outlast its commands. */
const deadlineMs = 10_000;

/** Completions that one check takes. */
export const maxCheckedAnswers = 1_000;

/** Finds interactions, which the interactions service owns. */
@Injectable()
export class InteractionsClient {
  constructor(private readonly lanes: LaneClient) {}

  /** @throws AppError `cursor_invalid`, `metric_not_found`, `service_unavailable`, `deadline_exceeded` */
  scan(request: ScanInteractions): Promise<ScannedInteractions> {
    return this.lanes.command(scanInteractions, request, this.#options(request.project_id));
  }

  /** The complete answers among completions. @throws AppError `service_unavailable`, `deadline_exceeded` */
  async complete(project_id: string, completion_ids: string[]): Promise<Set<string>> {
    if (completion_ids.length === 0) return new Set();
    const request = { project_id, completion_ids };
    const { complete } = await this.lanes.command(checkInteractions, request, this.#options(project_id));
    return new Set(complete);
  }

  #options(key: string) {
    return { call: newCallContext(), key, deadlineMs };
  }
}
