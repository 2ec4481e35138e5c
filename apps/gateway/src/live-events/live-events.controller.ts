import { Controller, Get, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { liveEventSchema } from '@earshot/dto-interactions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequirePermission } from '../auth/route.decorators.js';
import { InProject, type ProjectContext } from '../auth/request-context.js';
import { RawOperation, Resource } from '../openapi/operation.decorator.js';
import { EventStreamsService } from './event-streams.service.js';

/** The live events of a project. */
@Resource('Interactions')
@Controller('api/v1/projects/:project/events')
export class LiveEventsController {
  constructor(private readonly streams: EventStreamsService) {}

  @Get()
  @RequirePermission('read')
  @RouteConfig({ alsoProduces: 'text/event-stream' })
  @RawOperation({
    id: 'streamEvents',
    summary: 'Stream live events',
    description:
      'Server-sent events: `interaction`, `feedback`, `outcome` and `comparison`, for what is recorded while the stream is ' +
      'open. The first line is a comment; all later records follow it. There is no replay, and an event may repeat. ' +
      'After each reconnection, read the lists again. A comment is sent after every 15 seconds without an event. The ' +
      'stream ends after 10 minutes, when the key loses its permission, and when the gateway stops. A client that leaves ' +
      '512 KiB unread is disconnected.',
    answers: { 'text/event-stream': liveEventSchema },
    errors: ['event_streams_exceeded'],
  })
  stream(@InProject() context: ProjectContext, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.streams.open(context, request, reply);
  }
}
