import { Injectable } from '@nestjs/common';
import {
  checkInteractions,
  readInteraction,
  scanInteractions,
  type Interaction,
  type ScanInteractions,
  type ScannedInteractions,
} from '@earshot/contracts-interactions';
import { AppError } from '@earshot/errors';
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

  /** A completion; undefined if it does not exist. @throws AppError `service_unavailable`, `deadline_exceeded` */
  async find(project_id: string, completion_id: string): Promise<Interaction | undefined> {
    try {
      return await this.lanes.command(readInteraction, { project_id, completion_id }, this.#options(project_id));
    } catch (error) {
      if (error instanceof AppError && error.code === 'completion_not_found') return undefined;
      throw error;
    }
  }

  #options(key: string) {
    return { call: newCallContext(), key, deadlineMs };
  }
}
