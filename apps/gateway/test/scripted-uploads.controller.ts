import { Controller } from '@nestjs/common';
import {
  abortUpload,
  beginUpload,
  discardUploadPieces,
  keepUploadPart,
  prepareUploadPiece,
  readUpload,
  type AbortedUpload,
  type BeginUpload,
  type DiscardedUploadPieces,
  type DiscardUploadPieces,
  type KeepUploadPart,
  type PreparedUploadPiece,
  type PrepareUploadPiece,
  type UploadPart,
  type UploadSession,
  type UploadSessionRef,
} from '@earshot/contracts-storage';
import { conflict, invalidRequest, notFound } from '@earshot/errors';
import { CommandHandler, type Command, type CommandResult } from '@earshot/messaging';
import { bucket, eachCommand } from './scripted-storage.controller.js';

/** What was kept of parts, in the order in which it was. */
export const keptParts: KeepUploadPart[] = [];

/** How many turns an abort takes from now on. */
export const aborting = { turns: 1 };

/** The storage service's part in uploads, with its rows in memory. */
@Controller()
export class ScriptedUploadsController {
  readonly #sessions = new Map<string, UploadSession>();

  @CommandHandler(beginUpload)
  begin(group: readonly Command<BeginUpload>[]): Promise<CommandResult<UploadSession>[]> {
    return eachCommand(beginUpload.type, group, (begun) => {
      const created_at = new Date().toISOString();
      const session = { ...begun, state: 'open' as const, completed_parts: [], size: 0 };
      const kept = this.#sessions.get(begun.id) ?? { ...session, created_at, expires_at: created_at };
      this.#sessions.set(begun.id, kept);
      return kept;
    });
  }

  @CommandHandler(readUpload)
  read(group: readonly Command<UploadSessionRef>[]): Promise<CommandResult<UploadSession>[]> {
    return eachCommand(readUpload.type, group, (ref) => this.#session(ref));
  }

  @CommandHandler(prepareUploadPiece)
  prepare(group: readonly Command<PrepareUploadPiece>[]): Promise<CommandResult<PreparedUploadPiece>[]> {
    return eachCommand(prepareUploadPiece.type, group, (command) => {
      const { total_parts_count } = this.#session(command);
      if (command.part_number > total_parts_count) throw invalidRequest('part_number_out_of_range', 'No such part.');
      return { upload_url: bucket.urlOf(command.piece_id) };
    });
  }

  @CommandHandler(keepUploadPart)
  keep(group: readonly Command<KeepUploadPart>[]): Promise<CommandResult<UploadPart>[]> {
    return eachCommand(keepUploadPart.type, group, (part) => {
      if (this.#session(part).state === 'aborted') throw conflict('session_closed', 'It is aborted.');
      keptParts.push(part);
      return { part_number: part.part_number, size: part.size, sha256: part.sha256 };
    });
  }

  @CommandHandler(discardUploadPieces)
  discard(group: readonly Command<DiscardUploadPieces>[]): Promise<CommandResult<DiscardedUploadPieces>[]> {
    return eachCommand(discardUploadPieces.type, group, ({ piece_ids }) => {
      for (const id of piece_ids) bucket.objects.delete(id);
      return { discarded: piece_ids.length };
    });
  }

  @CommandHandler(abortUpload)
  abort(group: readonly Command<UploadSessionRef>[]): Promise<CommandResult<AbortedUpload>[]> {
    return eachCommand(abortUpload.type, group, (ref) => {
      const session = this.#session(ref);
      this.#sessions.set(session.id, { ...session, state: 'aborted' });
      aborting.turns -= 1;
      return { id: session.id, cleared: aborting.turns <= 0 };
    });
  }

  #session({ session_id, project_id }: UploadSessionRef): UploadSession {
    const session = this.#sessions.get(session_id);
    if (session === undefined || (project_id !== null && session.project_id !== project_id)) {
      throw notFound('session', session_id);
    }
    return session;
  }
}
