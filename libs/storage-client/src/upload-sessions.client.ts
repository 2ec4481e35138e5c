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
import { storageUnavailable } from './bucket-bytes.js';
import { BucketClient, type ByteStream } from './bucket-client.js';
import { StorageCommands } from './storage-commands.js';

/** An uploaded piece of a part. */
export type SentPiece = KeepUploadPart['pieces'][number];

/** Attempts at an abort until everything is deleted: seconds each, and a few for 10,000 parts. */
const maxAborts = 20;

/** Creates and aborts upload sessions, and uploads their parts. */
@Injectable()
export class UploadSessions {
  constructor(
    private readonly commands: StorageCommands,
    private readonly bucket: BucketClient,
  ) {}

  /** Creates a session. @param command id of the command. @throws AppError `quota_exceeded`, `service_unavailable` */
  begin(begun: BeginUpload, command: string, call: CallContext): Promise<UploadSession> {
    return this.commands.send(beginUpload, begun, { call, key: begun.id, id: command });
  }

  /** Gets the status of a session. @throws AppError `session_not_found`, `service_unavailable` */
  read(session: UploadSessionRef, call: CallContext): Promise<UploadSession> {
    return this.commands.send(readUpload, session, { call, key: session.session_id });
  }

  /**
   * Uploads a piece of a part. It is deleted within two hours unless its part is kept.
   *
   * @throws AppError `session_not_found`, `session_closed`, `part_number_out_of_range`, `quota_exceeded`, `queue_full`,
   * `service_unavailable`; the error of the source.
   */
  async sendPiece(
    session: UploadSessionRef,
    partNumber: number,
    sent: ByteStream,
    call: CallContext,
  ): Promise<SentPiece> {
    const id = v7();
    const request = { ...session, part_number: partNumber, piece_id: id, size: sent.size };
    const { upload_url } = await this.commands.send(prepareUploadPiece, request, { call, key: session.session_id });
    await this.bucket.send(upload_url, sent);
    return { id, size: sent.size };
  }

  /** Completes a part. @throws AppError `session_not_found`, `session_closed`, `part_lost`, `service_unavailable` */
  keepPart(part: KeepUploadPart, call: CallContext): Promise<UploadPart> {
    return this.commands.send(keepUploadPart, part, { call, key: part.session_id });
  }

  /** Deletes pieces that belong to no completed part. @throws AppError `service_unavailable` */
  async discard(sessionId: string, pieces: readonly SentPiece[], call: CallContext): Promise<void> {
    const request = { session_id: sessionId, piece_ids: pieces.map(({ id }) => id) };
    await this.commands.send(discardUploadPieces, request, { call, key: sessionId });
  }

  /**
   * Aborts a session. Resolves once all of its parts are deleted.
   *
   * @param command id of the command. @throws AppError `session_not_found`, `session_consumed`, `service_unavailable`
   */
  async abort(session: UploadSessionRef, command: string, call: CallContext): Promise<void> {
    for (let aborts = 0; aborts < maxAborts; aborts += 1) {
      const options = { call, key: session.session_id, id: command };
      if ((await this.commands.send(abortUpload, session, options)).cleared) return;
    }
    throw storageUnavailable(new Error(`the session was not cleared after ${maxAborts} aborts`));
  }
}
