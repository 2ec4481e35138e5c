import { Inject, Injectable } from '@nestjs/common';
import { logFields } from '@earshot/contracts-core';
import { type EmbedChunk, type EmbedRequest, type EmbedTokensRequest, providerOf } from '@earshot/contracts-inference';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { Observable } from 'rxjs';
import { interrupted, logFailure } from '../chat/chat.errors.js';
import type { ChatContext } from '../chat/chat.service.js';
import { Providers } from '../providers/providers.js';
import { RunningChats } from '../chat/running-chats.js';
import type { ProviderEmbeddingRequest, ProviderEmbeddings } from '../providers/model-provider.js';
import { countEmbeddings, countNoEmbeddings } from './embeddings.metrics.js';
import { type EmbeddingTarget, EmbeddingTargets } from './embedding-target.js';
import { vectorChunks } from './vector-chunks.js';

/** Dependencies of a request. */
export type EmbedContext = Pick<ChatContext, 'call' | 'signal' | 'observed'>;

type Request = EmbedRequest | EmbedTokensRequest;

/** Turns texts into vectors. */
@Injectable()
export class EmbeddingsService {
  constructor(
    private readonly targets: EmbeddingTargets,
    private readonly providers: Providers,
    private readonly running: RunningChats,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The vectors, all of them or none. Fails with the AppErrors that the contract `embed.v1` names. */
  embed(request: Request, context: EmbedContext): Observable<EmbedChunk> {
    return new Observable((caller) => {
      this.running
        .run(request.project_id, async () => {
          for (const chunk of await this.#chunks(request, context)) caller.next(chunk);
        })
        .then(
          () => caller.complete(),
          (error: unknown) => {
            const { project_id } = request;
            logFailure(this.logger, error, 'embedding failed', { ...logFields(context.call), project_id });
            caller.error(error);
          },
        );
    });
  }

  async #chunks(request: Request, { observed, signal }: EmbedContext): Promise<EmbedChunk[]> {
    const target = await this.targets.resolve(request, observed);
    return vectorChunks(target.name, await this.#embed(target, request, signal));
  }

  async #embed({ model }: EmbeddingTarget, request: Request, signal: AbortSignal): Promise<ProviderEmbeddings> {
    const startedAt = performance.now();
    const { kind } = providerOf(model);
    try {
      const embeddings = await this.providers.embed(model, toProviderRequest(request), signal);
      const ms = performance.now() - startedAt;
      countEmbeddings(kind, { texts: request.input.length, promptTokens: embeddings.promptTokens ?? 0, ms });
      return embeddings;
    } catch (error) {
      countNoEmbeddings(kind, signal.aborted ? 'cancelled' : 'error');
      throw signal.aborted ? interrupted() : error;
    }
  }
}

function toProviderRequest({ input, dimensions, user, project_id }: Request): ProviderEmbeddingRequest {
  return { input, dimensions: dimensions ?? undefined, user: user ?? undefined, tenant: project_id };
}
