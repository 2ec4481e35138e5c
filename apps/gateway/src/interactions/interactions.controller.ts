import { Body, Controller, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  addInteractionsResponseSchema,
  interactionInputSchema,
  type InteractionInput,
} from '@earshot/dto-interactions';
import { RequirePermission } from '../auth/access.decorators.js';
import { chatBodyBytes } from '../http/limits.js';
import { BodyPipe } from '../http/schema.pipe.js';
import { Context, type RequestContext } from '../http/request-context.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { importErrors } from './import-errors.js';
import { ImportsService } from './imports.service.js';

/** Interactions that took place elsewhere. */
@Resource('Interactions')
@RequirePermission('feedback')
@Controller('api/v1/interactions')
export class InteractionsController {
  constructor(private readonly imports: ImportsService) {}

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
}
