import type { Observable } from 'rxjs';
import type { WorkContract } from '@earshot/contracts-core';
import { MemoryBroker } from '../src/broker/memory/memory-broker.js';
import { DirectInbox } from '../src/direct/direct-inbox.js';
import { DirectLinks } from '../src/direct/direct-links.js';
import { newInboxName } from '../src/inbox/inbox-name.js';
import { Inbox } from '../src/inbox/inbox.js';
import { newCallContext } from '../src/index.js';
import { forwardBy } from '../src/send/forward.js';
import { FrameSender } from '../src/send/frame-sender.js';
import { InboxSender } from '../src/send/inbox-sender.js';
import type { DirectAddress } from '../src/wire/frames.js';
import { WorkClient } from '../src/work/work-client.js';
import type { WorkContext } from '../src/work/work-context.js';
import { recordingLogger } from './lanes-app.js';
import { lanesProcess, type LanesProcess } from './lanes-process.js';
import { Wire } from './wire.js';
import { serveWork, wholeText, type Text } from './work-scene.js';

/** A caller with a direct inbox, workers, and between them a wire that breaks on demand. */
export class DirectScene {
  readonly broker = new MemoryBroker();
  readonly #producer = this.broker.producer();
  readonly #forward = forwardBy(this.#producer);
  readonly inbox = new Inbox(newInboxName('gateway-0'), this.broker, recordingLogger());
  readonly direct = new DirectInbox(
    { listenHost: '127.0.0.1', port: 0, host: '127.0.0.1' },
    this.inbox,
    'gateway-0',
    this.#forward,
    recordingLogger(),
  );
  /** Where the direct inbox really is. */
  address!: DirectAddress;
  wire!: Wire;
  readonly #frames = new FrameSender(this.#producer, this.inbox.name, 'gateway-0');
  readonly #links = new DirectLinks(this.inbox, 'gateway-0', this.#forward, recordingLogger());
  readonly #client = new WorkClient(this.#frames, new InboxSender(this.#frames, this.#links, this.direct), this.inbox);
  readonly #sweeper = setInterval(() => this.#client.sweep(Date.now()), 20);
  readonly #workers: LanesProcess[] = [];
  #ended: Promise<void> | undefined;

  private constructor(private readonly work: WorkContract<Text, Text>) {}

  static async begin(work: WorkContract<Text, Text>): Promise<DirectScene> {
    const scene = new DirectScene(work);
    await scene.broker.admin.ensureTopics([work.topic]);
    await scene.inbox.open();
    await scene.direct.open((address) => (scene.address = address));
    const { url, key } = scene.address;
    scene.wire = await Wire.before(Number(new URL(url).port));
    scene.#frames.advertise({ url: `wss://127.0.0.1:${scene.wire.port}`, key });
    return scene;
  }

  /** Begins to answer, by one more process. */
  async serve(handle: (request: Text, context: WorkContext) => Observable<Text>) {
    const process = lanesProcess(this.broker, 'inference', `inference-${this.#workers.length}`);
    this.#workers.push(process);
    return { begun: await serveWork(process, this.work, handle), runtime: process.runtime };
  }

  ask(text: string): Observable<Text[]> {
    return this.#client.request(this.work, { text }, { call: newCallContext(), deadlineMs: 10_000 });
  }

  /** All chunks of the answer together. */
  answer(text: string): Promise<string> {
    return wholeText(this.ask(text));
  }

  /** How many records with answers the broker has brought. */
  get brokeredAnswers(): number {
    const records = this.broker.recordsOf(this.inbox.name)[0] ?? [];
    return records.filter(({ value }) => String(value).includes('"reply"')).length;
  }

  /** How many records with work the broker was given. */
  get brokeredWork(): number {
    return this.broker.recordsOf(this.work.topic.name).flat().length;
  }

  end(): Promise<void> {
    return (this.#ended ??= this.#end());
  }

  async #end(): Promise<void> {
    clearInterval(this.#sweeper);
    await Promise.all(this.#workers.map(({ runtime }) => runtime.close()));
    this.#client.close();
    await Promise.all([this.#frames.close(), this.#links.close(), this.direct.close()]);
    await this.inbox.close();
    this.wire.close();
  }
}
