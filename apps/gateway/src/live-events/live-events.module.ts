import { Module } from '@nestjs/common';
import { EventStreamsService } from './event-streams.service.js';
import { LiveEventsController } from './live-events.controller.js';
import { LiveEventsService } from './live-events.service.js';

/** `/api/v1/projects/{project}/events` */
@Module({ controllers: [LiveEventsController], providers: [LiveEventsService, EventStreamsService] })
export class LiveEventsModule {}
