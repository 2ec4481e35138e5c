import { Injectable } from '@nestjs/common';
import { Health } from '@earshot/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { StandingAccess } from '../auth/standing-access.js';
import { EventStream } from '../http/event-stream.js';
import type { ProjectContext } from '../auth/request-context.js';
import { maxUnreadBytes, recheckMs, reconnectMs, streamDurationMs } from './live-event-limits.js';
import { stopping } from './live-events.errors.js';
import { openStreams } from './live-events.metrics.js';
import { LiveEventsService } from './live-events.service.js';
import { StreamPlaces } from './stream-places.js';

/** The open event streams of this process. */
@Injectable()
export class EventStreamsService {
  readonly #places = new StreamPlaces();
  readonly #ends = new Set<() => void>();
  #stopping = false;

  constructor(
    private readonly events: LiveEventsService,
    private readonly access: StandingAccess,
    health: Health,
  ) {
    // Before HTTP is drained, which would wait for the streams.
    health.onStop(() => {
      this.#stopping = true;
      for (const end of this.#ends) end();
    });
  }

  /**
   * Streams the events of a project until the client leaves, its key loses the permission, the longest duration is over
   * or the process stops.
   *
   * @throws AppError `event_streams_exceeded`, `queue_full`, `service_unavailable`
   */
  async open({ caller, project }: ProjectContext, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (this.#stopping) throw stopping();
    if (request.method === 'HEAD') return void reply.type('text/event-stream; charset=utf-8').send();
    const { raw } = reply;
    if (raw.destroyed) return;
    const free = this.#places.take(project.id, caller.keyId);
    openStreams.set(this.#places.count);
    raw.once('close', () => (free(), openStreams.set(this.#places.count)));
    // A source that cannot pause: a client that does not read is disconnected.
    const unpausable = { pause: () => void raw.destroy(), resume: () => undefined };
    const stream = new EventStream(reply, unpausable, maxUnreadBytes);
    const leave = await this.events.listen(project.id, (events) => {
      if (!raw.destroyed) stream.write(events);
    });
    if (raw.destroyed) return leave();
    stream.write(`: listening\nretry: ${reconnectMs}\n\n`);
    this.#keep(stream, leave, () => this.access.check(request, reply, project.id), reply);
  }

  /** Ends the stream in time. @param check rejects once the caller may not listen any more. */
  #keep(stream: EventStream, leave: () => void, check: () => Promise<void>, { raw }: FastifyReply): void {
    const end = () => {
      stopListening();
      stream.end('');
    };
    const recheck = setInterval(() => void check().catch(end), recheckMs);
    const over = setTimeout(end, streamDurationMs);
    const stopListening = () => {
      clearInterval(recheck);
      clearTimeout(over);
      this.#ends.delete(end);
      leave();
    };
    this.#ends.add(end);
    raw.once('close', stopListening);
    if (this.#stopping) end();
  }
}
