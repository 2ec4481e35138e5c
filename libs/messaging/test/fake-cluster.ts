import type { Connection } from '@platformatic/kafka';
import type { Cluster, Leader } from '../src/broker/kafka/cluster.js';
import type { EncodedRequest, NodeLink } from '../src/broker/kafka/node-link.js';

/** Keys of the Kafka protocol's requests. */
export const apiKeys = { produce: 0, fetch: 1, initProducerId: 22 } as const;

/** One broker that leads everything and answers as a test says. For tests. */
export class FakeCluster {
  /** Keys of the requests, in their order. */
  readonly asked: number[] = [];
  /** Topics that the cluster was asked for again. */
  readonly forgotten: string[] = [];
  readonly #answer: (apiKey: number) => unknown;
  readonly #topics: ReadonlySet<string>;

  /** @param answer parsed, at once or later; a promise that rejects breaks the connection. */
  constructor(topics: readonly string[], answer: (apiKey: number) => unknown) {
    this.#topics = new Set(topics);
    this.#answer = answer;
  }

  /** As what is tested takes it. */
  get cluster(): Cluster {
    return this as unknown as Cluster;
  }

  leadersOf(topics: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly Leader[]>> {
    return Promise.resolve(this.knownLeadersOf(topics));
  }

  knownLeadersOf(topics: ReadonlySet<string>): ReadonlyMap<string, readonly Leader[]> {
    const leaders = [{ host: 'broker', port: 1 }];
    return new Map([...topics].filter((topic) => this.#topics.has(topic)).map((each) => [each, leaders]));
  }

  forget(topic: string): void {
    this.forgotten.push(topic);
  }

  connect(): Promise<NodeLink> {
    const link = {
      isOpen: true,
      send: async ({ api }: EncodedRequest<unknown>) => {
        this.asked.push(api.key);
        return this.#answer(api.key);
      },
      close: () => undefined,
    };
    return Promise.resolve(link as unknown as NodeLink);
  }

  ask<Answer>(request: (connection: Connection) => Promise<Answer>): Promise<Answer> {
    return request(this.#connection());
  }

  #connection(): Connection {
    const send = (apiKey: number, _version: number, createPayload: () => unknown, ...rest: unknown[]): void => {
      const reply = rest.at(-1) as (error: unknown, answer?: unknown) => void;
      createPayload();
      this.asked.push(apiKey);
      Promise.resolve(this.#answer(apiKey)).then(
        (answer) => reply(null, answer),
        (error: unknown) => reply(error),
      );
    };
    return { send } as unknown as Connection;
  }
}
