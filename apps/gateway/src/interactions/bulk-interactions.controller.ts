import { Readable } from 'node:stream';
import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { bulkAnswerSchema, bulkLinesSchema } from '@earshot/dto-interactions';
import { invalidRequest } from '@earshot/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequirePermission } from '../auth/access.decorators.js';
import { Context, type RequestContext } from '../http/request-context.js';
import { RawOperation, Resource } from '../openapi/operation.decorator.js';
import { BulkImportService } from './bulk-import.service.js';

const ndjson = 'application/x-ndjson';

/** Interactions that took place elsewhere, many at once. */
@Resource('Interactions')
@RequirePermission('feedback')
@Controller('api/v1/interactions/bulk')
export class BulkInteractionsController {
  constructor(private readonly bulk: BulkImportService) {}

  @Post()
  @HttpCode(200)
  @RouteConfig({ takesBytes: true, longBody: true, alsoProduces: ndjson })
  @RawOperation({
    id: 'addInteractions',
    summary: 'Import interactions, one a line',
    description:
      'Each line is a body of `POST /api/v1/interactions`, 32 MiB at most, and is answered by a line: its answer, or an error. The answers ' +
      'come in the order of the lines, while those are still being sent; a bad line does not stop the rest; empty lines are passed over. ' +
      'Under an `Idempotency-Key` the same stream may be sent again after it broke off: its lines get their first answers, and none is recorded twice.',
    takes: { [ndjson]: bulkLinesSchema },
    answers: { [ndjson]: bulkAnswerSchema },
    errors: ['idempotency_key_invalid'],
  })
  add(@Context() context: RequestContext, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!(request.body instanceof Readable)) {
      throw invalidRequest('unsupported_media_type', `Send the lines as the body itself, as ${ndjson}.`);
    }
    return this.bulk.run(context, request, reply);
  }
}
