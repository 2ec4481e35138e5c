import { backOffMs } from '../broker/back-off.js';
import type { Logger } from '../logger.js';
import { FrameSender } from '../send/frame-sender.js';
import type { DirectAddress } from '../wire/frames.js';
import { DirectLink } from './direct-link.js';

/** Processes that links are kept to; to more than these, answers go through the broker. */
const maxLinks = 1_024;

/** How long after a link has broken another is tried: a way that is blocked costs next to nothing, one that is there again is soon found. */
const retry = { firstMs: 250, maxMs: 30_000 };

interface Way {
  link: DirectLink | undefined;
  sender: FrameSender | undefined;
  /** How many links in a row have ended without having been open, and one that was before them. */
  failures: number;
  retryAt: number;
}

/** The ways from this process to the direct inboxes of others. */
export class DirectLinks {
  readonly #from: string;
  readonly #by: string;
  readonly #logger: Logger;
  readonly #ways = new Map<string, Way>();
  #closed = false;

  /** @param from this process's inbox. @param by its instance. */
  constructor(from: string, by: string, logger: Logger) {
    this.#from = from;
    this.#by = by;
    this.#logger = logger;
  }

  /** How many links are open. */
  get openCount(): number {
    let count = 0;
    for (const { link } of this.#ways.values()) if (link?.isOpen === true) count += 1;
    return count;
  }

  /** Begins to connect to the process of an inbox, unless a link is there, or broke a moment ago. */
  meet(inbox: string, address: DirectAddress): void {
    let way = this.#ways.get(inbox);
    if (way === undefined) {
      if (!this.#hasRoom()) return;
      this.#ways.set(inbox, (way = { link: undefined, sender: undefined, failures: 0, retryAt: 0 }));
    }
    if (way.link === undefined && !this.#closed && Date.now() >= way.retryAt) this.#connect(way, inbox, address);
  }

  /** What sends to the inbox by the link that is open; undefined where none is. */
  to(inbox: string): FrameSender | undefined {
    const way = this.#ways.get(inbox);
    return way?.link?.isOpen === true ? way.sender : undefined;
  }

  /** Says what is left to say and ends all links. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#ways.values()].flatMap(({ sender }) => sender?.close() ?? []));
  }

  /** Ways to processes that are gone are forgotten where others need their place. */
  #hasRoom(): boolean {
    if (this.#ways.size < maxLinks) return true;
    for (const [inbox, { link }] of this.#ways) {
      if (link !== undefined) continue;
      this.#ways.delete(inbox);
      return true;
    }
    return false;
  }

  #connect(way: Way, inbox: string, address: DirectAddress): void {
    const link = new DirectLink(address, (cause) => {
      way.link = undefined;
      way.sender = undefined;
      way.failures = link.wasOpen ? 1 : way.failures + 1;
      way.retryAt = Date.now() + backOffMs(retry, way.failures);
      this.#logger.info({ inbox, err: cause }, 'no direct link any more, answers go through the broker');
    });
    way.link = link;
    way.sender = new FrameSender(link, this.#from, this.#by);
  }
}
