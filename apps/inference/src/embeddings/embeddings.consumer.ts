import { Controller } from '@nestjs/common';
import {
  embed,
  type EmbedChunk,
  type EmbedRequest,
  embedTokens,
  type EmbedTokensRequest,
} from '@earshot/contracts-inference';
import { WorkHandler, type WorkContext } from '@earshot/messaging';
import type { Observable } from 'rxjs';
import { EmbeddingsService } from './embeddings.service.js';

/** Takes requests for vectors from the work lane. */
@Controller()
export class EmbeddingsConsumer {
  constructor(private readonly embeddings: EmbeddingsService) {}

  @WorkHandler(embed)
  embed(request: EmbedRequest, context: WorkContext): Observable<EmbedChunk> {
    return this.embeddings.embed(request, context);
  }

  @WorkHandler(embedTokens)
  embedTokens(request: EmbedTokensRequest, context: WorkContext): Observable<EmbedChunk> {
    return this.embeddings.embed(request, context);
  }
}
