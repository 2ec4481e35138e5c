import { Inject, Injectable } from '@nestjs/common';
import { type CallContext, logFields, tracedBy } from '@earshot/contracts-core';
import { type EmbedChunk, type EmbedRequest, type EmbedTokensRequest, providerOf } from '@earshot/contracts-inference';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { Observable } from 'rxjs';
import { interrupted, logFailure, unsupportedParameter } from '../chat/chat.errors.js';
import type { ChatContext } from '../chat/chat.service.js';
import { providerKinds, Providers } from '../providers/providers.js';
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

  async #chunks(request: Request, { call, observed, signal }: EmbedContext): Promise<EmbedChunk[]> {
    const target = await this.targets.resolve(request, observed);
    const { parameters, dropped } = supportedParameters(request, target);
    const embeddings = await this.#embed(target, toProviderRequest(request, parameters, call), signal);
    return vectorChunks(embeddings, { model: target.name, dropped });
  }

  async #embed(
    { model }: EmbeddingTarget,
    request: ProviderEmbeddingRequest,
    signal: AbortSignal,
  ): Promise<ProviderEmbeddings> {
    const startedAt = performance.now();
    const { kind } = providerOf(model);
    try {
      const embeddings = await this.providers.embed(model, request, signal);
      const ms = performance.now() - startedAt;
      countEmbeddings(kind, { texts: request.input.length, promptTokens: embeddings.promptTokens ?? 0, ms });
      return embeddings;
    } catch (error) {
      countNoEmbeddings(kind, signal.aborted ? 'cancelled' : 'error');
      throw signal.aborted ? interrupted() : error;
    }
  }
}

/**
 * Model servers take any further parameter of embeddings; the other kinds of providers honour none.
 * @throws AppError `unsupported_parameter`
 */
function supportedParameters({ parameters = {}, drop_params }: Request, { model, name }: EmbeddingTarget) {
  if (providerKinds[providerOf(model).kind]?.parameters === null) return { parameters, dropped: [] };
  const dropped = Object.keys(parameters);
  if (dropped[0] !== undefined && drop_params !== true) throw unsupportedParameter(dropped[0], name);
  return { parameters: {}, dropped };
}

function toProviderRequest(
  request: Request,
  parameters: Record<string, unknown>,
  call: CallContext,
): ProviderEmbeddingRequest {
  const { input, dimensions, user, project_id } = request;
  return {
    input,
    dimensions: dimensions ?? undefined,
    user: user ?? undefined,
    parameters,
    project: project_id,
    traceparent: tracedBy(call),
  };
}
