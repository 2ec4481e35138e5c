import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { maxUploadParts, type UploadSessionRef } from '@earshot/contracts-storage';
import type { UploadedPartResponse, UploadPartQuery } from '@earshot/dto-storage';
import { invalidRequest } from '@earshot/errors';
import { piecesOf, Semaphore, storageUnavailable, UploadSessions, type SentPiece } from '@earshot/storage-client';
import { CONFIG, LOGGER, type Logger } from '@earshot/service-kit';
import type { FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { chargeOf } from '../http/body-budget.js';
import { callerOf } from '../auth/request-context.js';
import { bodySilenceMs, longRequestTimeoutMs } from '../http/limits.js';
import { PartBody, partTooSmall, type PartLimits } from './part-body.js';
import { uploadRefOf } from './uploads.service.js';

/** The longest request, and time for the bucket. */
const transferDeadlineMs = longRequestTimeoutMs + 60_000;

/** A body of 32 MiB, which is in memory already. */
const storeDeadlineMs = 60_000;

/** Size of the pieces of a body of unknown length, since S3 requires a length: its minimum for a multipart upload. */
const pieceBytes = 5 * 1_048_576;

/** Concurrent bodies of unknown length; each buffers up to two pieces. */
const unknownLengths = 16;

/** Bodies of unknown length that can wait. */
const maxWaiting = 1_024;

/** Streams parts of uploads to the bucket, with backpressure. */
@Injectable()
export class UploadPartsService {
  readonly #semaphore = new Semaphore(unknownLengths, maxWaiting);
  readonly #limits: PartLimits;

  constructor(
    private readonly sessions: UploadSessions,
    @Inject(CONFIG) config: Pick<GatewayConfig, 'uploadPartMinBytes' | 'uploadPartMaxBytes'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const { uploadPartMinBytes: minBytes, uploadPartMaxBytes: maxBytes } = config;
    this.#limits = { minBytes, maxBytes, silenceMs: bodySilenceMs };
  }

  async send(request: FastifyRequest, { session_id, part_number }: UploadPartQuery): Promise<UploadedPartResponse> {
    const session = uploadRefOf(callerOf(request), session_id);
    if (part_number < 1 || part_number > maxUploadParts) throw noSuchPart(part_number);
    const body = new PartBody(request, this.#limits);
    const sent: SentPiece[] = [];
    try {
      await this.#sendBody(body, { session, part_number, sent, request });
      const part = { ...session, part_number, ...body.arrived(), pieces: sent };
      return await this.sessions.keepPart(part, request.call);
    } catch (error) {
      await this.#discard(session_id, sent, request);
      throw error;
    }
  }

  /** Stores bytes as a part. @throws AppError `part_too_small`, and the errors of the storage service. */
  async store(session: UploadSessionRef, part_number: number, bytes: Buffer, call: CallContext): Promise<void> {
    if (bytes.length === 0) throw partTooSmall(1);
    const signal = AbortSignal.timeout(storeDeadlineMs);
    const sent = { bytes, size: bytes.length, signal };
    const pieces = [await this.sessions.sendPiece(session, part_number, sent, call)];
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await this.sessions.keepPart({ ...session, part_number, size: bytes.length, sha256, pieces }, call);
  }

  async #sendBody(body: PartBody, to: Destination): Promise<void> {
    const signal = AbortSignal.timeout(transferDeadlineMs);
    try {
      if (body.length !== null) await this.#sendPiece(body.bytes(), body.length, to, signal);
      else await this.#semaphore.run(() => this.#sendInPieces(body, to, signal), signal);
    } catch (error) {
      throw error === signal.reason ? storageUnavailable(error) : error;
    }
  }

  async #sendInPieces(body: PartBody, to: Destination, signal: AbortSignal): Promise<void> {
    const memory = chargeOf(to.request);
    memory.take(pieceBytes);
    try {
      for await (const piece of piecesOf(body.bytes(), pieceBytes))
        await this.#sendPiece(piece, piece.length, to, signal);
    } finally {
      memory.give(pieceBytes);
    }
  }

  async #sendPiece(
    bytes: AsyncIterable<Buffer> | Buffer,
    size: number,
    { session, part_number, sent, request }: Destination,
    signal: AbortSignal,
  ): Promise<void> {
    sent.push(await this.sessions.sendPiece(session, part_number, { bytes, size, signal }, request.call));
  }

  /** Deletes the pieces of a failed part; storage deletes the rest within two hours. */
  async #discard(sessionId: string, pieces: readonly SentPiece[], { call }: FastifyRequest): Promise<void> {
    if (pieces.length === 0) return;
    try {
      await this.sessions.discard(sessionId, pieces, call);
    } catch (error) {
      this.logger.warn({ err: error, session_id: sessionId }, 'multipart upload not aborted');
    }
  }
}

/** Destination of the bytes of a part. */
interface Destination {
  readonly session: UploadSessionRef;
  readonly part_number: number;
  /** Pieces that are stored. */
  readonly sent: SentPiece[];
  readonly request: FastifyRequest;
}

function noSuchPart(number: number) {
  const message = `There is no part ${number}: part numbers are 1 to ${maxUploadParts}.`;
  return invalidRequest('part_number_out_of_range', message, { param: 'part_number' });
}
