import { Readable } from 'node:stream';
import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  addInteractionsResponseSchema,
  bulkAnswerSchema,
  bulkLinesSchema,
  interactionInputSchema,
  type InteractionInput,
} from '@earshot/dto-interactions';
import { invalidRequest } from '@earshot/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequirePermission } from '../auth/route.decorators.js';
import { chatBodyBytes } from '../http/limits.js';
import { Context, type RequestContext } from '../auth/request-context.js';
import { BodyPipe } from '../http/request-pipes.js';
import type { ErrorCode } from '../openapi/error-codes.js';
import { Operation, RawOperation, Resource } from '../openapi/operation.decorator.js';
import { BulkImportService } from './bulk-import.service.js';
import { ImportsService } from './imports.service.js';
import { imageErrors, projectErrors } from '../openapi/route-errors.js';

const ndjson = 'application/x-ndjson';

const importErrors: ErrorCode[] = [
  ...projectErrors,
  'model_not_found',
  'metric_not_found',
  'ab_campaign_not_found',
  'metric_value_invalid',
  'image_not_of_project',
  ...imageErrors,
];

/** Imports interactions. */
@Resource('Interactions')
@RequirePermission('feedback')
@Controller('api/v1/interactions')
export class InteractionsController {
  constructor(
    private readonly imports: ImportsService,
    private readonly bulk: BulkImportService,
  ) {}

  @Post()
  @RouteConfig({ bodyBytes: chatBodyBytes })
  @Operation({
    id: 'addInteraction',
    summary: 'Import an interaction',
    description:
      'Imports the interaction together with its feedback, or nothing. It is recorded once the response arrives.',
    answer: addInteractionsResponseSchema,
    errors: importErrors,
  })
  add(@Context() context: RequestContext, @Body(new BodyPipe(interactionInputSchema)) body: InteractionInput) {
    return this.imports.add(context, body);
  }

  @Post('bulk')
  @HttpCode(200)
  @RouteConfig({ takesBytes: true, longBody: true, alsoProduces: ndjson })
  @RawOperation({
    id: 'addInteractions',
    summary: 'Import interactions in bulk',
    description:
      'The body is `application/x-ndjson`. Each line is a body of `POST /api/v1/interactions`, at most 32 MiB. Each line ' +
      'is answered by one line: its response, or an error. Responses are sent in the order of the lines, while the ' +
      'request is still being read. An invalid line does not stop the import; empty lines are ignored. If all lines failed, the status is 400. With an ' +
      '`Idempotency-Key`, you can send the same stream again after an interruption: its lines get the same responses, and ' +
      'none is recorded twice.',
    takes: { [ndjson]: bulkLinesSchema },
    answers: { [ndjson]: bulkAnswerSchema },
    errors: ['idempotency_key_invalid'],
  })
  addBulk(
    @Context() context: RequestContext,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!(request.body instanceof Readable)) {
      throw invalidRequest(
        'unsupported_media_type',
        `Expected one JSON object per line, with Content-Type: ${ndjson}. A JSON array is not supported.`,
      );
    }
    return this.bulk.run(context, request, reply);
  }
}
