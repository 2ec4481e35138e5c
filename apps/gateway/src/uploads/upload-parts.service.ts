import { Inject, Injectable } from '@nestjs/common';
import { maxUploadParts, type UploadSessionRef } from '@earshot/contracts-storage';
import type { UploadedPartResponse, UploadPartQuery } from '@earshot/dto-storage';
import { invalidRequest } from '@earshot/errors';
import { piecesOf, Semaphore, storageUnavailable, UploadSessions, type SentPiece } from '@earshot/storage-client';
import { CONFIG, LOGGER, type Logger } from '@earshot/service-kit';
import type { FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { chargeOf } from '../http/body-budget.js';
import { callerOf } from '../http/request-context.js';
import { bodySilenceMs, longRequestTimeoutMs } from '../http/limits.js';
import { PartBody, type PartLimits } from './part-body.js';
import { uploadRefOf } from './uploads.service.js';

/** No body takes longer to arrive than a request may; the rest is for the bucket. */
const transferDeadlineMs = longRequestTimeoutMs + 60_000;

/**
 * S3 must know a length before it takes bytes. A body that does not tell its own is sent in pieces of this size, each held until it is full: as
 * small as S3 can put together by itself.
 */
const pieceBytes = 5 * 1_048_576;

/** Bodies of unknown length at one time, for the sake of memory: each holds a piece, twice while it is filled. */
const unknownLengths = 16;

/** How many more of them may wait. */
const maxWaiting = 1_024;

/** Takes the parts of uploads from clients to the bucket, no faster than it takes them. */
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

  /** @throws AppError as the route says. */
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
      body.drop();
      await this.#discard(session_id, sent, request);
      throw error;
    }
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

  /** Deletes at once what has arrived and will not be kept; what can't be is deleted within two hours. */
  async #discard(sessionId: string, pieces: readonly SentPiece[], { call }: FastifyRequest): Promise<void> {
    if (pieces.length === 0) return;
    try {
      await this.sessions.discard(sessionId, pieces, call);
    } catch (error) {
      this.logger.warn({ err: error, session_id: sessionId }, 'multipart upload not aborted');
    }
  }
}

/** Where the bytes of a part go. */
interface Destination {
  readonly session: UploadSessionRef;
  readonly part_number: number;
  /** The pieces that have arrived. */
  readonly sent: SentPiece[];
  readonly request: FastifyRequest;
}

/** Of no session: whether there is one is not asked. */
function noSuchPart(number: number) {
  const message = `There is no part ${number}: part numbers are 1 to ${maxUploadParts}.`;
  return invalidRequest('part_number_out_of_range', message, { param: 'part_number' });
}
