import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequirePermission } from '../auth/access.decorators.js';
import { CountsAgainstLimits } from '../limits/counts-against-limits.decorator.js';
import { EmbeddingsService } from './embeddings.service.js';

/** Vectors of texts. */
@Controller('api/v1/embeddings')
export class EmbeddingsController {
  constructor(private readonly embeddings: EmbeddingsService) {}

  @Post()
  @HttpCode(200)
  @RequirePermission('inference')
  @CountsAgainstLimits()
  embed(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.embeddings.embed(request, reply);
  }
}
