import { Injectable } from '@nestjs/common';
import type { CommandContract } from '@earshot/contracts-core';
import {
  beginExport,
  exportPiece,
  type BeginExport,
  type ExportedPiece,
  type ExportPiece,
  type ExportSnapshot,
} from '@earshot/contracts-interactions';
import { AppError, overloaded } from '@earshot/errors';
import { LaneClient, newCallContext } from '@earshot/messaging';
import { abortable } from '@earshot/storage-client';

/** Far more than a piece takes, or than everything that is being recorded takes to be stored: nobody waits. */
const deadlineMs = 60_000;

/** Asks the interactions service to export what it has on record. */
@Injectable()
export class InteractionExports {
  constructor(private readonly lanes: LaneClient) {}

  /** @throws AppError `metric_not_found`, `metric_not_fit`, `service_unavailable`; the reason of the abort. */
  begin(asked: BeginExport, signal: AbortSignal): Promise<ExportSnapshot> {
    return this.#ask(beginExport, asked, signal);
  }

  /** @throws AppError `metric_not_found`, `service_unavailable`, `queue_full`; the reason of the abort. */
  piece(asked: ExportPiece, signal: AbortSignal): Promise<ExportedPiece> {
    return this.#ask(exportPiece, asked, signal);
  }

  async #ask<Q extends { project_id: string }, R>(
    contract: CommandContract<Q, R>,
    asked: Q,
    signal: AbortSignal,
  ): Promise<R> {
    signal.throwIfAborted();
    const answer = this.lanes.command(contract, asked, { call: newCallContext(), key: asked.project_id, deadlineMs });
    try {
      return await abortable(answer, signal);
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.code !== 'deadline_exceeded') throw cause;
      throw overloaded('service_unavailable', 'Interactions are not available at the moment. Try again.', 2, { cause });
    }
  }
}
