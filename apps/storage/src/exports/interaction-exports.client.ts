import { Injectable } from '@nestjs/common';
import type { CommandContract } from '@earshot/contracts-core';
import {
  beginExport,
  exportPiece,
  type BeginExport,
  type BegunExport,
  type ExportedPiece,
  type ExportPiece,
} from '@earshot/contracts-interactions';
import { AppError, overloaded } from '@earshot/errors';
import { LaneClient, newCallContext } from '@earshot/messaging';
import { abortable } from '@earshot/storage-client';

/** Far longer than a piece takes; no caller waits for it, ms. */
const deadlineMs = 60_000;

/** Sends export commands to the interactions service. */
@Injectable()
export class InteractionExports {
  constructor(private readonly lanes: LaneClient) {}

  /** @throws AppError `metric_not_found`, `metric_not_fit`, `service_unavailable`; the reason of the abort. */
  begin(request: BeginExport, signal: AbortSignal): Promise<BegunExport> {
    return this.#send(beginExport, request, signal);
  }

  /** @throws AppError `metric_not_found`, `service_unavailable`, `queue_full`; the reason of the abort. */
  piece(request: ExportPiece, signal: AbortSignal): Promise<ExportedPiece> {
    return this.#send(exportPiece, request, signal);
  }

  async #send<Q extends { project_id: string }, R>(
    contract: CommandContract<Q, R>,
    request: Q,
    signal: AbortSignal,
  ): Promise<R> {
    signal.throwIfAborted();
    const options = { call: newCallContext(), key: request.project_id, deadlineMs };
    try {
      return await abortable(this.lanes.command(contract, request, options), signal);
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.code !== 'deadline_exceeded') throw cause;
      throw overloaded('service_unavailable', 'Interactions are not available. Retry the request.', 2, { cause });
    }
  }
}
