import { backOffMs, sleep } from '../broker/back-off.js';
import type { Inbox } from '../inbox/inbox.js';
import type { Logger } from '../logger.js';
import { FrameSender } from '../send/frame-sender.js';
import type { Forward } from '../send/forward.js';
import type { DirectAddress } from '../wire/frames.js';
import { DirectLink } from './direct-link.js';
import { connectDirect } from './direct-tls.js';

/** Processes that links are kept to; to more than these, answers go through the broker. */
const maxLinks = 1_024;

/** How long after a link has broken another is tried: a way that is blocked costs next to nothing, one that is there again is soon found. */
const retry = { firstMs: 250, maxMs: 30_000 };

/** How long callers are waited for that are told that this process leaves. */
const leaveWithinMs = 1_000;

interface Way {
  /** Undefined: it ended. */
  link: DirectLink | undefined;
  /** Kept when its link has ended: what began by it goes on by it, through the broker then, and is awaited when all are closed. */
  sender: FrameSender | undefined;
  /** How many links in a row have ended without having been open, and one that was before them. */
  failures: number;
  retryAt: number;
}

/** The ways from this process, a worker, to the direct inboxes of its callers. */
export class DirectLinks {
  readonly #inbox: Inbox;
  readonly #instance: string;
  readonly #forward: Forward;
  readonly #logger: Logger;
  readonly #ways = new Map<string, Way>();
  /** What is called when a caller has said that it gives this process no more work. */
  readonly #leaving = new Map<string, () => void>();
  #isLeaving = false;

  /** @param inbox of this process; what callers say by their links goes there, too. @param instance of this process. */
  constructor(inbox: Inbox, instance: string, forward: Forward, logger: Logger) {
    this.#inbox = inbox;
    this.#instance = instance;
    this.#forward = forward;
    this.#logger = logger;
    inbox.listen('left', (_frame, { from }) => this.#leaving.get(from)?.());
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
    if (way.link === undefined && !this.#isLeaving && Date.now() >= way.retryAt) this.#connect(way, inbox, address);
  }

  /** What sends to the inbox by the link that is open; undefined where none is. */
  to(inbox: string): FrameSender | undefined {
    const way = this.#ways.get(inbox);
    return way?.link?.isOpen === true ? way.sender : undefined;
  }

  /** Asks for no more work; resolves once everything is here that was sent before callers knew, or they do not answer. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    const overdue = new AbortController();
    const left = [...this.#ways.keys()].map(async (inbox) => {
      const sender = this.to(inbox);
      if (sender === undefined) return;
      const answered = new Promise<void>((resolve) => this.#leaving.set(inbox, resolve));
      sender.say(inbox, { t: 'leave' });
      await answered;
    });
    await Promise.race([Promise.all(left), sleep(leaveWithinMs, overdue.signal)]);
    overdue.abort();
  }

  /** Says what is left to say and ends all links. */
  async close(): Promise<void> {
    this.#isLeaving = true;
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
    const socket = connectDirect(address, this.#inbox.name);
    let wasOpen = false;
    socket.once('open', () => (wasOpen = true));
    const link = new DirectLink(socket, {
      take: (value) => this.#inbox.take([value]),
      ended: (cause) => {
        way.link = undefined;
        way.failures = wasOpen ? 1 : way.failures + 1;
        way.retryAt = Date.now() + backOffMs(retry, way.failures);
        this.#logger.info({ inbox, err: cause }, 'no direct link any more, work and answers go through the broker');
        this.#leaving.get(inbox)?.();
      },
      undelivered: (values) => this.#forward(inbox, values),
    });
    way.link = link;
    way.sender = new FrameSender(link, this.#inbox.name, this.#instance);
  }
}
