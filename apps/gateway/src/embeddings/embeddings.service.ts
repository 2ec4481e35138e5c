import { Inject, Injectable } from '@nestjs/common';
import { embed, type EmbedChunk, type EmbedRequest } from '@earshot/contracts-inference';
import { ObservedState } from '@earshot/directory';
import type { EmbeddingsInput } from '@earshot/dto-inference';
import { LaneClient, type WorkOptions } from '@earshot/messaging';
import { CONFIG } from '@earshot/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { catchError, from, map, mergeMap, reduce, throwError, toArray, type Observable } from 'rxjs';
import { ProjectAccess } from '../auth/project-access.js';
import type { GatewayConfig } from '../config.js';
import { endUserOf } from '../http/end-user.js';
import { callerOf } from '../http/request-context.js';
import { charged, type Cost } from '../limits/permit.js';
import { ProjectSlots } from '../limits/project-slots.js';
import type { Permit } from '../limits/permit.js';
import { namesOf } from '../models/model-name.js';
import { modelChanged, tooLong } from './embeddings.errors.js';
import { inputParts, type InputPart } from './input-parts.js';
import { joinChunks, type PartVectors } from './part-vectors.js';
import { sendVectors } from './send-vectors.js';

/** Pieces of work that one request has under way: a long list is shared among workers, and leaves room for others' requests. */
const partsAtOnce = 4;

/** What the parts of a request have in common. */
type Shared = Omit<EmbedRequest, 'input'>;

/** Takes texts to the inference service and their vectors back. */
@Injectable()
export class EmbeddingsService {
  readonly #deadlineMs: number;

  constructor(
    private readonly lanes: LaneClient,
    private readonly access: ProjectAccess,
    private readonly slots: ProjectSlots,
    private readonly observed: ObservedState,
    @Inject(CONFIG) config: Pick<GatewayConfig, 'chatDeadlineS'>,
  ) {
    this.#deadlineMs = config.chatDeadlineS * 1_000;
  }

  /** Resolves once the answer is on its way, or its client gone, which stops the work. */
  async embed(input: EmbeddingsInput, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const names = namesOf(input.model);
    const project = await this.access.resolve(callerOf(request), names.project, 'model');
    // Its client may have left while the project was looked for: that was all that would have told of it.
    if (reply.raw.destroyed) return;
    this.slots.acquire(project, request, reply);
    const shared = {
      project_id: project.id,
      model: names.model,
      dimensions: input.dimensions ?? null,
      user: endUserOf(input.user, project.id),
    };
    const { call, permit } = request;
    const options = { call, observed: this.observed.positions(), buffered: true };
    await sendVectors(reply, this.#vectors(input, shared, options, permit), input.encoding_format);
  }

  /** The vectors of all parts, in their order. The first part to fail is the failure of all, and stops the others. */
  #vectors(
    { input }: EmbeddingsInput,
    shared: Shared,
    options: Pick<WorkOptions, 'call' | 'observed' | 'buffered'>,
    permit: Permit | null,
  ): Observable<PartVectors[]> {
    const deadlineAt = Date.now() + this.#deadlineMs;
    const nameOf = ({ first }: InputPart) => (typeof input === 'string' ? 'input' : `input[${first}]`);
    const parts = inputParts(typeof input === 'string' ? [input] : input);
    const embedPart = (part: InputPart, index: number) =>
      charged(
        permit,
        this.lanes.work(embed, { ...shared, input: part.texts }, { ...options, deadlineMs: deadlineAt - Date.now() }),
        costOf,
      ).pipe(
        reduce<EmbedChunk[], EmbedChunk[]>((chunks, together) => [...chunks, ...together], []),
        map((chunks) => ({ index, vectors: joinChunks(chunks, part.texts.length) })),
        catchError((error: unknown) => throwError(() => tooLong(error, nameOf(part)))),
      );
    return from(parts).pipe(
      mergeMap(embedPart, partsAtOnce),
      toArray(),
      map((done) => ofOneModel(done.sort((one, other) => one.index - other.index).map(({ vectors }) => vectors))),
    );
  }
}

function costOf({ head }: EmbedChunk): Cost {
  return { total: head?.prompt_tokens, least: 0 };
}

function ofOneModel(parts: PartVectors[]): PartVectors[] {
  const isSame = ({ head }: PartVectors) =>
    head.model === parts[0]?.head.model && head.dimensions === parts[0].head.dimensions;
  if (!parts.every(isSame)) throw modelChanged();
  return parts;
}
