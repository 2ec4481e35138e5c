import { replyTopicPrefix, type StateContract, type Topic } from '@earshot/contracts-core';
import { backOffMs, sleep } from '../broker/back-off.js';
import type { Broker } from '../broker/broker.port.js';
import { isDenied } from '../broker/kafka/kafka-admin.js';
import { KafkaBroker } from '../broker/kafka/kafka-broker.js';
import { CommandClient } from '../command/command-client.js';
import { EventFollower } from '../event/event-follower.js';
import { EventProgress } from '../event/event-progress.js';
import { EventPublisher } from '../event/event-publisher.js';
import { RecordPublisher } from '../event/record-publisher.js';
import { DeadLetters } from '../group/dead-letters.js';
import { collectLaneMetrics } from '../metrics/lanes.metrics.js';
import { deleteStaleReplyTopics, newReplyTopicName } from '../replies/reply-topic-names.js';
import { ReplyTopic } from '../replies/reply-topic.js';
import { FrameSender } from '../send/frame-sender.js';
import { RecordSender } from '../send/record-sender.js';
import { Replicas } from '../state/replicas.js';
import type { StateReplica } from '../state/state-replica.js';
import { WorkClient } from '../work/work-client.js';
import { LaneServers, type Registrations } from './lane-servers.js';
import type { MessagingOptions } from './messaging-options.js';
import { defaultWorkConcurrency } from '../limits.js';
import { defaultGraceMs, idleSweepIntervalMs, setUpBackOff, sweepIntervalMs } from '../timing.js';

/** The lanes of one process: everything that starts and stops together. */
export class MessagingRuntime {
  readonly work: WorkClient;
  readonly commands: CommandClient;
  readonly events: EventPublisher;
  readonly progress: EventProgress;
  readonly follower: EventFollower;
  readonly records: RecordPublisher;
  readonly replicas: Replicas;
  readonly replies: ReplyTopic;
  readonly #broker: Broker;
  readonly #frames: FrameSender;
  readonly #durable: RecordSender;
  readonly #closing = new AbortController();
  #servers: LaneServers | undefined;
  #removeMetrics: (() => void) | undefined;
  #sweeper: NodeJS.Timeout | undefined;
  #opened: Promise<void> | undefined;
  #drained: Promise<void> | undefined;
  #closed: Promise<void> | undefined;

  constructor(private readonly options: MessagingOptions) {
    const { service, instance, logger } = options;
    this.#broker = options.broker ?? new KafkaBroker(options, instance, logger);
    this.replies = new ReplyTopic(newReplyTopicName(service, instance), this.#broker, logger);
    this.#frames = new FrameSender(this.#broker.producer(), this.replies.name, instance);
    this.#durable = new RecordSender(this.#broker.producer());
    this.work = new WorkClient(this.#frames, this.replies);
    this.commands = new CommandClient(this.#durable, this.replies);
    this.events = new EventPublisher(this.#durable);
    this.progress = new EventProgress(this.#broker.admin, options.service);
    this.follower = new EventFollower(this.#broker, logger);
    this.records = new RecordPublisher(this.#durable, service);
    this.replicas = new Replicas(this.#broker, this.#durable, logger, { service, instance });
  }

  /** Whether handlers receive messages; undefined if there are none. */
  get serving(): boolean | undefined {
    return this.#servers?.healthy ?? (this.options.serve === true ? false : undefined);
  }

  replica<V>(contract: StateContract<V>): StateReplica<V> {
    return this.replicas.add(contract);
  }

  /** Connects in the background and retries; no request is sent before it succeeds. */
  start(): void {
    if (this.#opened !== undefined) return;
    this.#sweep(Date.now());
    this.#opened = this.replies.open();
    const stateTopics = this.replicas.all.map(({ contractTopic }) => contractTopic);
    void this.#ensure(stateTopics).then(() => this.replicas.start());
    const { service, logger } = this.options;
    void deleteStaleReplyTopics(this.#broker.admin, replyTopicPrefix(service), logger);
  }

  /** Resolves once replies can be received. */
  connected(): Promise<void> {
    this.start();
    return this.#opened ?? Promise.resolve();
  }

  /** Serves the handlers; resolves once partitions are assigned. */
  async serve(registrations: Registrations): Promise<void> {
    const { service, logger, workConcurrency = defaultWorkConcurrency } = this.options;
    this.start();
    this.#servers = new LaneServers(
      {
        broker: this.#broker,
        sender: this.#frames,
        replies: this.replies,
        deadLetters: new DeadLetters(this.#durable, logger),
        logger,
        service,
        workConcurrency,
      },
      registrations,
    );
    await this.#ensure(this.#servers.topics);
    await this.connected();
    if (this.#closing.signal.aborted) return;
    await this.#servers.start();
    this.#removeMetrics = collectLaneMetrics(this.#servers);
  }

  /** Stops reading and finishes running work. */
  drain(): Promise<void> {
    return (this.#drained ??=
      this.#servers?.drain(this.options.shutdownGraceMs ?? defaultGraceMs) ?? Promise.resolve());
  }

  /** After {@link drain}: sends what is queued and disconnects. */
  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    await this.drain();
    this.#removeMetrics?.();
    this.#closing.abort();
    this.work.close();
    this.commands.close();
    await Promise.all([this.#frames.close(), this.replies.close(), this.replicas.close(), this.follower.close()]);
    clearTimeout(this.#sweeper);
    await this.#durable.close();
    await this.#broker.close();
  }

  #sweep(now: number): void {
    const isAwaiting = this.work.inFlight > 0 || (this.#servers?.running ?? 0) > 0;
    this.replies.sweep(now, isAwaiting, (topic, frame) => this.#frames.notify(topic, frame));
    this.work.sweep(now);
    this.commands.sweep(now);
    this.#servers?.sweep(now);
    this.#sweeper = setTimeout(() => this.#sweep(Date.now()), isAwaiting ? sweepIntervalMs : idleSweepIntervalMs);
  }

  async #ensure(topics: readonly Topic[]): Promise<void> {
    const { signal } = this.#closing;
    for (let attempt = 1; topics.length > 0 && !signal.aborted; attempt += 1) {
      try {
        return await this.#broker.admin.ensureTopics(topics);
      } catch (error) {
        // With ACLs services may not create topics; `create-topics.mjs` does it before they start.
        if (isDenied(error))
          return this.options.logger.info({ reason: String(error) }, 'topics not changed, permission denied');
        this.options.logger.warn({ err: error }, 'topics not created, retrying');
        await sleep(backOffMs(setUpBackOff, attempt), signal);
      }
    }
  }
}
