import type { DirectLinks } from '../direct/direct-links.js';
import type { DirectAddress } from '../wire/frames.js';
import type { FrameSender, OutgoingFrame, Urgency } from './frame-sender.js';

/** Answers callers: by a direct link where one is open, else through the broker, and the same whichever it is. */
export class InboxSender {
  readonly #broker: FrameSender;
  readonly #links: DirectLinks;

  constructor(broker: FrameSender, links: DirectLinks) {
    this.#broker = broker;
    this.#links = links;
  }

  /** How many processes are answered by a direct link. */
  get openLinks(): number {
    return this.#links.openCount;
  }

  /** Whoever has this inbox is reached there, too. */
  meet(inbox: string, address: DirectAddress): void {
    this.#links.meet(inbox, address);
  }

  /** As {@link FrameSender.send}. */
  send(inbox: string, frame: OutgoingFrame, urgency?: Urgency): boolean {
    return this.#to(inbox).send(inbox, 0, frame, urgency);
  }

  /** As {@link FrameSender.hurry}, for what was to be sent to this inbox. */
  hurry(inbox: string): void {
    this.#to(inbox).hurry();
  }

  /** As {@link FrameSender.say}. */
  say(inbox: string, frame: object): void {
    this.#to(inbox).say(inbox, frame);
  }

  #to(inbox: string): FrameSender {
    return this.#links.to(inbox) ?? this.#broker;
  }
}
