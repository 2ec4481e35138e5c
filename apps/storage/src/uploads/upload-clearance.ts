import { Injectable } from '@nestjs/common';
import type { AbortedUpload, DiscardedUploadPieces } from '@earshot/contracts-storage';
import { AppError } from '@earshot/errors';
import type { CommandResult } from '@earshot/messaging';
import { UploadPiecesService } from './upload-pieces.service.js';

/** How long a group of commands clears before it is answered, ms: others wait behind it, and whoever asks again goes on where it stopped. */
const clearForMs = 2_000;

/** Clears the bucket of what commands gave up, between their commit and their answer. */
@Injectable()
export class UploadClearance {
  constructor(private readonly pieces: UploadPiecesService) {}

  /** The answers to aborts: whether nothing is left, or why nothing more could be deleted. */
  async afterAbort(results: readonly CommandResult<AbortedUpload>[]): Promise<CommandResult<AbortedUpload>[]> {
    const untilMs = Date.now() + clearForMs;
    const answers: CommandResult<AbortedUpload>[] = [];
    for (const result of results) answers.push(await answered(result, ({ id }) => this.#clearAborted(id, untilMs)));
    return answers;
  }

  /** The answers to discards, of these sessions. */
  async afterDiscard(
    sessionIds: readonly string[],
    results: readonly CommandResult<DiscardedUploadPieces>[],
  ): Promise<CommandResult<DiscardedUploadPieces>[]> {
    const untilMs = Date.now() + clearForMs;
    const answers: CommandResult<DiscardedUploadPieces>[] = [];
    for (const [index, result] of results.entries()) {
      const clear = async (discarded: DiscardedUploadPieces) => {
        await this.pieces.clear(sessionIds[index] as string, untilMs);
        return discarded;
      };
      answers.push(await answered(result, clear));
    }
    return answers;
  }

  async #clearAborted(id: string, untilMs: number): Promise<AbortedUpload> {
    await this.pieces.clearArriving(id);
    return { id, cleared: await this.pieces.clear(id, untilMs) };
  }
}

async function answered<R>(result: CommandResult<R>, clear: (reply: R) => Promise<R>): Promise<CommandResult<R>> {
  if (!('ok' in result)) return result;
  try {
    return { ok: await clear(result.ok) };
  } catch (error) {
    if (error instanceof AppError) return { error };
    throw error;
  }
}
