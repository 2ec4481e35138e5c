import { transientConfig } from '@earshot/contracts-core';
import type { Broker, BrokerConsumer, IncomingRecord } from '../broker/broker.port.js';
import { backOffMs, sleep } from '../broker/back-off.js';
import type { Logger } from '../logger.js';
import { decodeEnvelope, type Envelope, type ReplyTopicFrame } from '../wire/frames.js';
import { replyTopicCheckMs, setUpBackOff } from '../timing.js';

/** Who is told of frames of one kind. */
export type FrameListener<T extends ReplyTopicFrame['t']> = (
  frame: Extract<ReplyTopicFrame, { t: T }>,
  envelope: Envelope<ReplyTopicFrame>,
) => void;

/** The topic on which answers to this process come in: one partition, one reader, gone with the process. */
export class ReplyTopic {
  readonly name: string;
  readonly #broker: Broker;
  readonly #logger: Logger;
  readonly #listeners = new Map<string, (frame: never, envelope: Envelope<ReplyTopicFrame>) => void>();
  readonly #closing = new AbortController();
  #consumer: BrokerConsumer | undefined;
  #open = false;
  #opened: Promise<void> | undefined;
  #guarded: Promise<void> | undefined;

  constructor(name: string, broker: Broker, logger: Logger) {
    this.name = name;
    this.#broker = broker;
    this.#logger = logger;
  }

  /** Whether answers would be read; before that nothing may be asked. */
  get isOpen(): boolean {
    return this.#open;
  }

  get healthy(): boolean {
    return this.#open && this.#consumer?.healthy === true;
  }

  listen<T extends ReplyTopicFrame['t']>(type: T, listener: FrameListener<T>): void {
    this.#listeners.set(type, listener);
  }

  /** Creates the topic and starts reading; tries until it works or the inbox is closed. */
  open(): Promise<void> {
    return (this.#opened ??= this.#start());
  }

  /** Stops reading and deletes the topic; what can't be deleted now is deleted by some process that starts later. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#open = false;
    await this.#opened;
    await this.#guarded;
    if (this.#consumer === undefined) return;
    await this.#consumer.close();
    try {
      await this.#broker.admin.deleteTopics([this.name]);
      await this.#broker.admin.deleteGroups([this.name]);
    } catch (error) {
      this.#logger.info({ inbox: this.name, err: error }, 'inbox left behind');
    }
  }

  async #start(): Promise<void> {
    const { signal } = this.#closing;
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        await this.#ensureTopic();
        break;
      } catch (error) {
        this.#logger.warn({ inbox: this.name, err: error }, 'inbox not created yet');
        await sleep(backOffMs(setUpBackOff, attempt), signal);
      }
    }
    if (signal.aborted) return;
    this.#consumer = this.#read();
    await Promise.race([this.#consumer.ready, aborted(signal)]);
    this.#open = !signal.aborted;
    this.#guarded = this.#guard();
  }

  #ensureTopic(): Promise<void> {
    return this.#broker.admin.ensureTopics([{ name: this.name, lane: 'work', partitions: 1, config: transientConfig }]);
  }

  #read(): BrokerConsumer {
    return this.#broker.consumer({
      background: true,
      group: this.name,
      topics: [this.name],
      onRecords: (topic, partition, records) => this.#receive(topic, partition, records),
    });
  }

  /** Others delete the inbox of a process that was cut off for long: when it is back, it needs a new one. */
  async #guard(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await sleep(replyTopicCheckMs, signal);
      if (signal.aborted || this.#consumer?.healthy === true) continue;
      try {
        const topics = await this.#broker.admin.topicNames();
        if (this.#consumer === undefined || !topics.includes(this.name)) await this.#renew();
      } catch (error) {
        this.#logger.warn({ inbox: this.name, err: error }, 'inbox not looked after this time');
      }
    }
  }

  async #renew(): Promise<void> {
    this.#logger.warn({ inbox: this.name }, 'inbox was deleted, making it again');
    // The reader counts on from where the old topic was, and would skip what comes first in the new one.
    await this.#consumer?.close();
    this.#consumer = undefined;
    await this.#ensureTopic();
    this.#consumer = this.#read();
  }

  #receive(topic: string, partition: number, records: readonly IncomingRecord[]): void {
    for (const { value, offset } of records) {
      const envelope = decodeEnvelope<ReplyTopicFrame>(value);
      if (envelope === undefined) this.#logger.error({ topic, offset }, 'unreadable record in an inbox');
      else for (const frame of envelope.frames) this.#deliver(frame, envelope);
    }
    const last = records.at(-1);
    if (last !== undefined) this.#consumer?.done(topic, partition, last.offset + 1);
  }

  #deliver(frame: ReplyTopicFrame, envelope: Envelope<ReplyTopicFrame>): void {
    // Kinds that this process does not know are those of a newer version, or have no lane here to go to.
    this.#listeners.get(frame.t)?.(frame as never, envelope);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
