import type { DirectInbox } from '../direct/direct-inbox.js';
import type { DirectLinks } from '../direct/direct-links.js';
import type { DirectAddress } from '../wire/frames.js';
import type { FrameSender, OutgoingFrame, Urgency } from './frame-sender.js';

/** Tells other processes something: by a direct link where one is open, else through the broker, and the same whichever it is. */
export class InboxSender {
  readonly #broker: FrameSender;
  readonly #links: DirectLinks;
  readonly #direct: DirectInbox | undefined;

  /** @param links to callers. @param direct where workers connect, if they can. */
  constructor(broker: FrameSender, links: DirectLinks, direct: DirectInbox | undefined) {
    this.#broker = broker;
    this.#links = links;
    this.#direct = direct;
  }

  /** How many callers this process has a direct link to. */
  get openLinks(): number {
    return this.#links.openCount;
  }

  /** See {@link DirectLinks.meet}. */
  meet(inbox: string, address: DirectAddress): void {
    this.#links.meet(inbox, address);
  }

  /** See {@link DirectLinks.leave}. */
  leave(): Promise<void> {
    return this.#links.leave();
  }

  /** Whether this worker can be given work by {@link send}: it has a link, and does not leave. */
  mayAsk(worker: string): boolean {
    return this.#direct?.mayAsk(worker) === true;
  }

  /** As {@link FrameSender.send}. */
  send(inbox: string, frame: OutgoingFrame, urgency?: Urgency): boolean {
    return this.to(inbox).send(inbox, 0, frame, urgency);
  }

  /** As {@link FrameSender.say}. */
  say(inbox: string, frame: object): void {
    this.to(inbox).say(inbox, frame);
  }

  /** What sends to this inbox now. What must keep its order stays with it: it goes on through the broker when its link has ended. */
  to(inbox: string): FrameSender {
    return this.#links.to(inbox) ?? this.#direct?.to(inbox) ?? this.#broker;
  }
}
