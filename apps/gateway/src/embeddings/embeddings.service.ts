import { Inject, Injectable } from '@nestjs/common';
import { embed, type EmbedChunk, type EmbedRequest, embedTokens } from '@earshot/contracts-inference';
import { ObservedState } from '@earshot/directory';
import { embeddingFields, providerParametersOf, type EmbeddingsInput } from '@earshot/dto-inference';
import { AppError, invalidRequest, overloaded } from '@earshot/errors';
import { LaneClient, type WorkOptions } from '@earshot/messaging';
import { CONFIG } from '@earshot/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { catchError, from, map, mergeMap, reduce, throwError, toArray, type Observable } from 'rxjs';
import { ProjectAccess } from '../auth/project-access.js';
import type { GatewayConfig } from '../config.js';
import { endUserOf } from '../http/end-user.js';
import { callerOf } from '../auth/request-context.js';
import { charged, type Cost, type Permit } from '../limits/permit.js';
import { ProjectSlots } from '../limits/project-slots.js';
import { ModelNames } from '../models/model-names.js';
import { showProviderAddress } from '../models/provider-address.js';
import { inputBatches, type InputBatch } from './input-batches.js';
import { joinChunks, sendVectors, type BatchVectors } from './embeddings-response.js';

/** Concurrent batches of one request: several workers share a long list, and other requests are not blocked. */
const concurrentBatches = 4;

/** Fields that all batches of a request have in common. */
type Shared = Omit<EmbedRequest, 'input'>;

type Batch = InputBatch<string | number[]>;

/** Sends texts to the inference service, in batches, and returns their vectors. */
@Injectable()
export class EmbeddingsService {
  readonly #deadlineMs: number;

  constructor(
    private readonly lanes: LaneClient,
    private readonly names: ModelNames,
    private readonly access: ProjectAccess,
    private readonly slots: ProjectSlots,
    private readonly observed: ObservedState,
    @Inject(CONFIG) config: Pick<GatewayConfig, 'chatDeadlineS'>,
  ) {
    this.#deadlineMs = config.chatDeadlineS * 1_000;
  }

  /** Resolves once the response is being sent, or the client disconnected, which cancels the work. */
  async embed(input: EmbeddingsInput, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const names = this.names.of(callerOf(request), input.model);
    const project = await this.access.resolve(callerOf(request), names.project, 'model');
    // The client may have disconnected before anyone listened for it.
    if (reply.raw.destroyed) return;
    this.slots.acquire(project, request, reply);
    const shared = {
      project_id: project.id,
      model: names.model,
      dimensions: input.dimensions ?? null,
      user: endUserOf(input.user, project.id),
      parameters: providerParametersOf(input, embeddingFields),
      drop_params: input.drop_params || undefined,
    };
    const { call, permit } = request;
    const options = { call, observed: this.observed.positions(), buffered: true };
    const vectors = showProviderAddress(this.#vectors(input, shared, options, permit), callerOf(request));
    await sendVectors(reply, vectors, input.encoding_format);
  }

  /** Returns the vectors of all batches, in order. The first batch to fail cancels the others. */
  #vectors(
    { input }: EmbeddingsInput,
    shared: Shared,
    options: Pick<WorkOptions, 'call' | 'observed' | 'buffered'>,
    permit: Permit | null,
  ): Observable<BatchVectors[]> {
    const deadlineAt = Date.now() + this.#deadlineMs;
    const nameOf = ({ first }: Batch) => (typeof input === 'string' ? 'input' : `input[${first}]`);
    const batches = inputBatches<string | number[]>(typeof input === 'string' ? [input] : input);
    const embedBatch = (batch: Batch, index: number) =>
      charged(permit, this.#work(shared, batch, { ...options, deadlineMs: deadlineAt - Date.now() }), costOf).pipe(
        reduce<EmbedChunk[], EmbedChunk[]>((chunks, more) => [...chunks, ...more], []),
        map((chunks) => ({ index, vectors: joinChunks(chunks, batch.texts.length) })),
        catchError((error: unknown) => throwError(() => tooLong(error, nameOf(batch)))),
      );
    return from(batches).pipe(
      mergeMap(embedBatch, concurrentBatches),
      toArray(),
      map((done) => ofOneModel(done.sort((one, other) => one.index - other.index).map(({ vectors }) => vectors))),
    );
  }

  /** The entries of a batch are all texts or all token ids. */
  #work(shared: Shared, { texts }: Batch, options: WorkOptions): Observable<EmbedChunk[]> {
    const input = texts.filter((entry) => typeof entry === 'string');
    if (input.length > 0) return this.lanes.work(embed, { ...shared, input }, options);
    const tokens = texts.filter((entry) => typeof entry !== 'string');
    return this.lanes.work(embedTokens, { ...shared, input: tokens }, options);
  }
}

function costOf({ head }: EmbedChunk): Cost {
  return { total: head?.prompt_tokens, least: 0 };
}

function ofOneModel(batches: BatchVectors[]): BatchVectors[] {
  const isSame = ({ head }: BatchVectors) =>
    head.model === batches[0]?.head.model && head.dimensions === batches[0].head.dimensions;
  if (!batches.every(isSame)) throw modelChanged();
  return batches;
}

/** Names the text that is too large for a Kafka record; returns other errors unchanged. */
function tooLong(error: unknown, param: string): unknown {
  if (!(error instanceof AppError) || error.code !== 'record_too_large') return error;
  const message = 'The text exceeds the limit of about 1,000,000 bytes. Split it into several texts.';
  return invalidRequest('record_too_large', message, { param });
}

/** Different models embedded the batches, so their vectors cannot be compared. */
function modelChanged(): AppError {
  return overloaded('service_unavailable', 'The model was changed during the request. Retry the request.', 1);
}
