import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import {
  abortUpload,
  beginUpload,
  discardUploadPieces,
  keepUploadPart,
  prepareUploadPiece,
  readUpload,
  type BeginUpload,
  type KeepUploadPart,
  type UploadPart,
  type UploadSession,
  type UploadSessionRef,
} from '@earshot/contracts-storage';
import { v7 } from 'uuid';
import { BucketClient, type SentBytes } from './bucket-client.js';
import { storageAway } from './storage-away.js';
import { StorageCommands } from './storage-commands.js';

/** A piece of a part whose bytes are in the bucket. */
export type SentPiece = KeepUploadPart['pieces'][number];

/** How often an abort is asked for until all that was sent is deleted: seconds each, for 10,000 parts a few. */
const maxAborts = 20;

/** Upload sessions, and the bytes of their parts. */
@Injectable()
export class UploadSessions {
  constructor(
    private readonly commands: StorageCommands,
    private readonly bucket: BucketClient,
  ) {}

  /** @param command id of the command. @throws AppError `quota_exceeded`, `service_unavailable` */
  begin(begun: BeginUpload, command: string, call: CallContext): Promise<UploadSession> {
    return this.commands.ask(beginUpload, begun, { call, key: begun.id, id: command });
  }

  /** @throws AppError `session_not_found`, `service_unavailable` */
  read(session: UploadSessionRef, call: CallContext): Promise<UploadSession> {
    return this.commands.ask(readUpload, session, { call, key: session.session_id });
  }

  /**
   * Sends bytes for a part, as they come; the piece that they make is deleted unless it is kept.
   *
   * @throws AppError `session_not_found`, `session_closed`, `part_number_out_of_range`, `quota_exceeded`, `queue_full`,
   * `service_unavailable`; whatever the bytes fail with.
   */
  async sendPiece(
    session: UploadSessionRef,
    partNumber: number,
    sent: SentBytes,
    call: CallContext,
  ): Promise<SentPiece> {
    const id = v7();
    const asked = { ...session, part_number: partNumber, piece_id: id, size: sent.size };
    const { upload_url } = await this.commands.ask(prepareUploadPiece, asked, { call, key: session.session_id });
    await this.bucket.send(upload_url, sent);
    return { id, size: sent.size };
  }

  /** @throws AppError `session_not_found`, `session_closed`, `part_lost`, `service_unavailable` */
  keepPart(part: KeepUploadPart, call: CallContext): Promise<UploadPart> {
    return this.commands.ask(keepUploadPart, part, { call, key: part.session_id });
  }

  /** Deletes pieces that will not be kept. @throws AppError `service_unavailable` */
  async discard(sessionId: string, pieces: readonly SentPiece[], call: CallContext): Promise<void> {
    const asked = { session_id: sessionId, piece_ids: pieces.map(({ id }) => id) };
    await this.commands.ask(discardUploadPieces, asked, { call, key: sessionId });
  }

  /**
   * Ends a session. Resolves once nothing of it is in the bucket.
   *
   * @param command id of the command. @throws AppError `session_not_found`, `session_consumed`, `service_unavailable`
   */
  async abort(session: UploadSessionRef, command: string, call: CallContext): Promise<void> {
    for (let aborts = 0; aborts < maxAborts; aborts += 1) {
      const asked = { call, key: session.session_id, id: command };
      if ((await this.commands.ask(abortUpload, session, asked)).cleared) return;
    }
    throw storageAway(new Error(`the session was not cleared in ${maxAborts} turns`));
  }
}
