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
    summary: 'Import interactions in bulk',
    description:
      'The body is `application/x-ndjson`. Each line is a body of `POST /api/v1/interactions`, at most 32 MiB. Each line ' +
      'is answered by one line: its response, or an error. Responses are sent in the order of the lines, while the ' +
      'request is still being read. An invalid line does not stop the import; empty lines are ignored. With an ' +
      '`Idempotency-Key`, you can send the same stream again after an interruption: its lines get the same responses, and ' +
      'none is recorded twice.',
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
