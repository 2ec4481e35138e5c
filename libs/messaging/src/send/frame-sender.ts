import { type BrokerProducer, affects, MissingTopicsError, type OutgoingRecord } from '../broker/broker.port.js';
import { recordTooLarge } from '../lane.errors.js';
import { SendLoop } from './send-loop.js';
import { maxFramesLength, maxValueBytes, maxWaitingItems } from '../limits.js';
import { missingTopicMs } from '../timing.js';

/** A frame for a reply topic or a work partition. */
export interface OutgoingFrame {
  /** Encodes the frame when it is sent, with all data available by then. undefined: nothing to send. */
  encode(): string | undefined;
  /** The broker has acknowledged the frame. */
  sent?(): void;
  /** The frame will not be sent. @param cause MissingTopicsError: the topic is gone. */
  failed(cause: unknown): void;
}

interface Target {
  readonly topic: string;
  readonly partition: number;
  frames: OutgoingFrame[];
  /** The first frame, already encoded, if it did not fit into the previous record. */
  carried: string | undefined;
}

interface Packed {
  readonly topic: string;
  readonly frame: OutgoingFrame;
}

/** Batches the ready frames of one partition into one record. */
export class FrameSender {
  readonly #head: string;
  readonly #loop = new SendLoop(() => this.#flush());
  readonly #missing = new Map<string, number>();
  #targets = new Map<string, Target>();
  #waiting = 0;

  /** @param from reply topic of the sender. @param by instance name of the sender. */
  constructor(
    private readonly producer: BrokerProducer,
    from: string,
    by: string,
  ) {
    this.#head = `{"from":${JSON.stringify(from)},"by":${JSON.stringify(by)},"frames":[`;
  }

  /** Queues a frame. @returns false if the queue is full. */
  send(topic: string, partition: number, frame: OutgoingFrame): boolean {
    if (this.#waiting >= maxWaitingItems) return false;
    this.#waiting += 1;
    this.#targetOf(topic, partition).frames.push(frame);
    this.#loop.wake();
    return true;
  }

  /** {@link send} for a frame that may get lost: the receiver retries or times out. */
  notify(topic: string, frame: object): void {
    this.send(topic, 0, { encode: () => JSON.stringify(frame), failed: () => undefined });
  }

  async close(): Promise<void> {
    await this.#loop.idle();
    await this.producer.close();
  }

  #targetOf(topic: string, partition: number): Target {
    const key = `${topic}/${partition}`;
    let target = this.#targets.get(key);
    if (target === undefined) {
      target = { topic, partition, frames: [], carried: undefined };
      this.#targets.set(key, target);
    }
    return target;
  }

  #flush(): Promise<void> | undefined {
    while (this.#targets.size > 0) {
      const records: OutgoingRecord[] = [];
      const packed: Packed[] = [];
      for (const [key, target] of this.#targets) {
        const value = this.#isMissing(target.topic) ? this.#abort(target) : this.#pack(target, packed);
        if (target.frames.length === 0) this.#targets.delete(key);
        else this.#loop.wake();
        if (value !== undefined) records.push({ topic: target.topic, partition: target.partition, key: null, value });
      }
      if (records.length > 0) return this.#send(records, packed);
    }
    return undefined;
  }

  #send(records: OutgoingRecord[], packed: readonly Packed[]): Promise<void> {
    return this.producer.send(records).then(
      () => packed.forEach(({ frame }) => frame.sent?.()),
      (cause: unknown) => this.#failed(cause, packed),
    );
  }

  #failed(cause: unknown, packed: readonly Packed[]): void {
    if (cause instanceof MissingTopicsError) this.#remember(cause.topics);
    for (const { topic, frame } of packed) {
      if (affects(cause, topic)) frame.failed(cause);
      else frame.sent?.();
    }
  }

  #remember(missing: ReadonlySet<string>): void {
    const now = Date.now();
    for (const [topic, until] of this.#missing) if (until <= now) this.#missing.delete(topic);
    for (const topic of missing) this.#missing.set(topic, now + missingTopicMs);
  }

  #isMissing(topic: string): boolean {
    const until = this.#missing.get(topic);
    if (until === undefined) return false;
    if (Date.now() < until) return true;
    this.#missing.delete(topic);
    return false;
  }

  #abort(target: Target): undefined {
    const cause = new MissingTopicsError(new Set([target.topic]));
    const { frames } = target;
    this.#waiting -= frames.length;
    target.frames = [];
    target.carried = undefined;
    for (const frame of frames) frame.failed(cause);
  }

  /** Packs frames of the target into one record; the rest stays for the next flush. */
  #pack(target: Target, packed: Packed[]): Buffer | undefined {
    let text = this.#head;
    let taken = 0;
    const before = packed.length;
    const { frames } = target;
    // Frames that are queued during the encoding follow after these.
    target.frames = [];
    for (const frame of frames) {
      const encoded = target.carried ?? frame.encode();
      target.carried = undefined;
      const first = packed.length === before;
      if (!first && encoded !== undefined && text.length + encoded.length > maxFramesLength) {
        target.carried = encoded;
        break;
      }
      taken += 1;
      if (encoded === undefined) continue;
      if (isTooLarge(encoded)) frame.failed(recordTooLarge());
      else {
        text += first ? encoded : `,${encoded}`;
        packed.push({ topic: target.topic, frame });
      }
    }
    this.#waiting -= taken;
    if (taken < frames.length) target.frames = [...frames.slice(taken), ...target.frames];
    return packed.length === before ? undefined : Buffer.from(`${text}]}`);
  }
}

/** Measures bytes only near the limit: a UTF-16 unit is up to three bytes in UTF-8. */
function isTooLarge(encoded: string): boolean {
  return encoded.length * 3 > maxValueBytes && Buffer.byteLength(encoded) > maxValueBytes;
}
