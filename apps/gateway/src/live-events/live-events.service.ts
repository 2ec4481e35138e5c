import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { comparisonRecorded, feedbackRecorded } from '@earshot/contracts-feedback';
import {
  interactionErased,
  interactionImported,
  interactionRecorded,
  userErased,
  type InteractionErased,
  type UserErased,
} from '@earshot/contracts-interactions';
import { EventFollower, type FollowedEvent, type Following } from '@earshot/messaging';
import { toLiveEvent } from './live-event.mapper.js';
import { lingerMs } from './live-event-limits.js';
import { RecentErasures } from './recent-erasures.js';

/** Receives server-sent events; must not throw. */
type Listener = (events: string) => void;

/** The erased, before what it may erase. */
const erased = [userErased, interactionErased];
const followed = [
  userErased,
  interactionErased,
  interactionRecorded,
  interactionImported,
  feedbackRecorded,
  comparisonRecorded,
];

/** Passes the events of projects to listeners. Reads topics only while somebody listens, once for all listeners. */
@Injectable()
export class LiveEventsService implements OnModuleDestroy {
  readonly #listeners = new Map<string, Set<Listener>>();
  #erasures = new RecentErasures();
  #following: Promise<Following> | undefined;
  #closing: NodeJS.Timeout | undefined;

  constructor(private readonly follower: EventFollower) {}

  /**
   * Passes all events of a project that are recorded from now on, until the returned function is called.
   *
   * @throws AppError `service_unavailable` if the broker does not answer.
   */
  async listen(projectId: string, listener: Listener): Promise<() => void> {
    clearTimeout(this.#closing);
    const listeners = this.#listeners.get(projectId) ?? new Set();
    this.#listeners.set(projectId, listeners.add(listener));
    const leave = () => this.#leave(projectId, listener);
    try {
      await (this.#following ??= this.#follow());
      return leave;
    } catch (error) {
      leave();
      throw error;
    }
  }

  async onModuleDestroy(): Promise<void> {
    clearTimeout(this.#closing);
    await this.#stop();
  }

  #follow(): Promise<Following> {
    const following = this.follower.follow({
      contracts: followed,
      isNeeded: (body) => this.#listeners.has((body as { project_id: string }).project_id),
      handle: (events) => this.#handle(events),
    });
    following.catch(() => (this.#following = undefined));
    return following;
  }

  #handle(events: readonly FollowedEvent[]): void {
    const byProject = new Map<string, string>();
    for (const event of events) {
      if (erased.some(({ type }) => type === event.type))
        this.#erasures.note(event.body as UserErased | InteractionErased);
      const live = toLiveEvent(event);
      if (live === undefined || this.#erasures.covers(live)) continue;
      byProject.set(live.project_id, (byProject.get(live.project_id) ?? '') + live.text);
    }
    for (const [projectId, text] of byProject) {
      // A listener may leave while it receives.
      for (const listener of [...(this.#listeners.get(projectId) ?? [])]) listener(text);
    }
  }

  #leave(projectId: string, listener: Listener): void {
    const listeners = this.#listeners.get(projectId);
    listeners?.delete(listener);
    if (listeners?.size === 0) this.#listeners.delete(projectId);
    if (this.#listeners.size > 0) return;
    clearTimeout(this.#closing);
    this.#closing = setTimeout(() => void this.#stop(), lingerMs);
    this.#closing.unref();
  }

  async #stop(): Promise<void> {
    const following = this.#following;
    this.#following = undefined;
    this.#erasures = new RecentErasures();
    await following?.then((reading) => reading.close()).catch(() => undefined);
  }
}
