import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { embeddingsInputSchema, embeddingsResponseSchema, type EmbeddingsInput } from '@earshot/dto-inference';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequirePermission } from '../auth/route.decorators.js';
import { BodyPipe } from '../http/request-pipes.js';
import { embeddingErrors } from '../openapi/route-errors.js';
import { CountsAgainstLimits } from '../limits/limits.decorators.js';
import { RawOperation, Resource } from '../openapi/operation.decorator.js';
import { EmbeddingsService } from './embeddings.service.js';

/** Vectors of texts. */
@Resource('Embeddings')
@Controller('api/v1/embeddings')
export class EmbeddingsController {
  constructor(private readonly embeddings: EmbeddingsService) {}

  @Post()
  @HttpCode(200)
  @RequirePermission('inference')
  @CountsAgainstLimits()
  @RawOperation({
    id: 'createEmbeddings',
    summary: 'Create embeddings',
    description:
      'Returns one vector for each text, in order. A model given as `{project}` is the default model of the project, or ' +
      'the oldest model with the capability `embeddings` if the default lacks it. Embeddings are not recorded.',
    answers: { 'application/json': embeddingsResponseSchema },
    errors: embeddingErrors,
  })
  embed(
    @Body(new BodyPipe(embeddingsInputSchema)) input: EmbeddingsInput,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.embeddings.embed(input, request, reply);
  }
}
