import { Controller } from '@nestjs/common';
import {
  abortUpload,
  beginUpload,
  discardUploadPieces,
  keepUploadPart,
  prepareUploadPiece,
  readUpload,
  type BeginUpload,
  type DiscardUploadPieces,
  type KeepUploadPart,
  type PrepareUploadPiece,
  type UploadSessionRef,
} from '@earshot/contracts-storage';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner, replaceEach } from '@earshot/persistence';
import { Quotas } from '../usage/quotas.js';
import { UploadPiecesService } from './upload-pieces.service.js';
import { UploadsService } from './uploads.service.js';

/** Handles the commands for upload sessions. */
@Controller()
export class UploadsConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly uploads: UploadsService,
    private readonly pieces: UploadPiecesService,
    private readonly quotas: Quotas,
  ) {}

  @CommandHandler(beginUpload)
  begin(commands: readonly Command<BeginUpload>[]) {
    return this.runner.run(
      beginUpload,
      commands,
      (tx, { body }) => this.uploads.begin(tx, body),
      (tx) => this.quotas.lock(tx, commands),
    );
  }

  @CommandHandler(readUpload)
  read(commands: readonly Command<UploadSessionRef>[]) {
    return this.runner.read(commands, (tx, { body }) => this.uploads.read(tx, body));
  }

  @CommandHandler(prepareUploadPiece)
  prepare(commands: readonly Command<PrepareUploadPiece>[]) {
    return this.runner.run(
      prepareUploadPiece,
      commands,
      (tx, { body }) => this.uploads.preparePiece(tx, body),
      (tx) => this.quotas.lockSessions(tx, sessionsOf(commands)),
    );
  }

  @CommandHandler(keepUploadPart)
  keep(commands: readonly Command<KeepUploadPart>[]) {
    return this.runner.run(
      keepUploadPart,
      commands,
      (tx, { body }) => this.uploads.keepPart(tx, body),
      (tx) => this.quotas.lockSessions(tx, sessionsOf(commands)),
    );
  }

  @CommandHandler(discardUploadPieces)
  async discard(commands: readonly Command<DiscardUploadPieces>[]) {
    const results = await this.runner.run(discardUploadPieces, commands, (tx, { body }) =>
      this.pieces.discard(tx, body),
    );
    const [sessions, untilMs] = [sessionsOf(commands), this.pieces.clearDeadline()];
    return replaceEach(results, (reply, index) =>
      this.pieces.clearDiscarded(sessions[index] as string, reply, untilMs),
    );
  }

  @CommandHandler(abortUpload)
  async abort(commands: readonly Command<UploadSessionRef>[]) {
    const results = await this.runner.run(
      abortUpload,
      commands,
      (tx, { body }) => this.uploads.abort(tx, body),
      (tx) => this.quotas.lockSessions(tx, sessionsOf(commands)),
    );
    const untilMs = this.pieces.clearDeadline();
    return replaceEach(results, ({ id }) => this.pieces.clearAborted(id, untilMs));
  }
}

function sessionsOf(commands: readonly Command<{ readonly session_id: string }>[]): string[] {
  return commands.map(({ body }) => body.session_id);
}
