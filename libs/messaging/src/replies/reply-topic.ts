import { transientConfig } from '@earshot/contracts-core';
import type { Broker, BrokerConsumer, IncomingRecord } from '../broker/broker.port.js';
import { retryUntilDone, sleep } from '../broker/back-off.js';
import type { Logger } from '../logger.js';
import { decodeEnvelope, type EchoFrame, type Envelope, type ReplyTopicFrame } from '../wire/frames.js';
import { echoAfterMs, replyFetchWaitMs, replyTopicCheckMs, setUpBackOff } from '../timing.js';

/** Receives frames of one type. */
export type FrameListener<T extends ReplyTopicFrame['t']> = (
  frame: Extract<ReplyTopicFrame, { t: T }>,
  envelope: Envelope<ReplyTopicFrame>,
) => void;

/** The topic for replies to this process: one partition, one reader, deleted when the process stops. */
export class ReplyTopic {
  readonly #listeners = new Map<string, (frame: never, envelope: Envelope<ReplyTopicFrame>) => void>();
  readonly #closing = new AbortController();
  #consumer: BrokerConsumer | undefined;
  #open = false;
  #contactAt = Date.now();
  #echoSentAt = 0;
  #opened: Promise<void> | undefined;
  #checking: Promise<void> | undefined;

  constructor(
    readonly name: string,
    private readonly broker: Broker,
    private readonly logger: Logger,
  ) {}

  /** Whether replies are read; send no request before. */
  get isOpen(): boolean {
    return this.#open;
  }

  get healthy(): boolean {
    return this.#open && this.#consumer?.healthy === true;
  }

  /** When a record last arrived, ms since 1970; now while no replies are awaited or can be. */
  get contactAt(): number {
    return this.#contactAt;
  }

  /**
   * Called every few ms. Whether replies can arrive shows in an echo, which this process sends itself after a second
   * without a record: a broker that answers says nothing of the one that leads this topic.
   *
   * @param isAwaiting whether replies are awaited.
   * @param send sends a frame to a reply topic; it may get lost.
   */
  sweep(now: number, isAwaiting: boolean, send: (topic: string, frame: EchoFrame) => void): void {
    if (!isAwaiting || !this.#open) this.#contactAt = now;
    if (now - Math.max(this.#contactAt, this.#echoSentAt) < echoAfterMs) return;
    this.#echoSentAt = now;
    send(this.name, { t: 'echo' });
  }

  listen<T extends ReplyTopicFrame['t']>(type: T, listener: FrameListener<T>): void {
    this.#listeners.set(type, listener);
  }

  /** Creates the topic and starts reading; retries until closed. */
  open(): Promise<void> {
    return (this.#opened ??= this.#start());
  }

  /** Stops reading and deletes the topic; if that fails, a process that starts later deletes it. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#open = false;
    await this.#opened;
    await this.#checking;
    if (this.#consumer === undefined) return;
    await this.#consumer.close();
    try {
      await this.broker.admin.deleteTopics([this.name]);
      await this.broker.admin.deleteGroups([this.name]);
    } catch (error) {
      this.logger.info({ topic: this.name, err: error }, 'reply topic not deleted');
    }
  }

  async #start(): Promise<void> {
    const { signal } = this.#closing;
    await retryUntilDone(() => this.#ensureTopic(), {
      backOff: setUpBackOff,
      signal,
      failed: (error) => this.logger.warn({ topic: this.name, err: error }, 'reply topic not created, retrying'),
    });
    if (signal.aborted) return;
    this.#consumer = this.#read();
    await Promise.race([this.#consumer.ready, aborted(signal)]);
    this.#open = !signal.aborted;
    this.#checking = this.#checkExists();
  }

  #ensureTopic(): Promise<void> {
    return this.broker.admin.ensureTopics([{ name: this.name, lane: 'work', partitions: 1, config: transientConfig }]);
  }

  #read(): BrokerConsumer {
    return this.broker.consumer({
      exclusive: true,
      fetchWaitMs: replyFetchWaitMs,
      group: this.name,
      topics: [this.name],
      onRecords: (topic, partition, records) => this.#receive(topic, partition, records),
    });
  }

  /** Creates the topic again if another process deleted it while this one was disconnected for long. */
  async #checkExists(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await sleep(replyTopicCheckMs, signal);
      if (signal.aborted || this.#consumer?.healthy === true) continue;
      try {
        const topics = await this.broker.admin.topicNames();
        if (this.#consumer === undefined || !topics.includes(this.name)) await this.#recreate();
      } catch (error) {
        this.logger.warn({ topic: this.name, err: error }, 'reply topic check failed');
      }
    }
  }

  async #recreate(): Promise<void> {
    this.logger.warn({ topic: this.name }, 'reply topic was deleted, creating it again');
    // A consumer would continue at the offset of the old topic and skip the first records of the new one.
    await this.#consumer?.close();
    this.#consumer = undefined;
    await this.#ensureTopic();
    this.#consumer = this.#read();
  }

  #receive(topic: string, partition: number, records: readonly IncomingRecord[]): void {
    this.#contactAt = Date.now();
    for (const { value, offset } of records) {
      const envelope = decodeEnvelope<ReplyTopicFrame>(value);
      if (envelope === undefined) this.logger.error({ topic, offset }, 'unreadable record in the reply topic');
      else for (const frame of envelope.frames) this.#deliver(frame, envelope);
    }
    const last = records.at(-1);
    if (last !== undefined) this.#consumer?.done(topic, partition, last.offset + 1);
  }

  #deliver(frame: ReplyTopicFrame, envelope: Envelope<ReplyTopicFrame>): void {
    // Others are echoes, of a newer version, or of a lane that this process does not serve.
    this.#listeners.get(frame.t)?.(frame as never, envelope);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
