import type { Cluster } from './cluster.js';
import type { Address } from './network.js';
import type { NodeLink } from './node-link.js';

/** Connections of one owner, one to each broker; what is broken is replaced when it is next asked for. */
export class NodeLinks {
  readonly #cluster: Cluster;
  readonly #links = new Map<string, NodeLink>();
  readonly #opening = new Map<string, Promise<NodeLink>>();

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  /** The connection to a broker, if it is open. */
  openTo(node: Address): NodeLink | undefined {
    const link = this.#links.get(keyOf(node));
    return link?.isOpen === true ? link : undefined;
  }

  /** The connection to a broker. @throws Error: it can't be reached. */
  async to(node: Address): Promise<NodeLink> {
    const key = keyOf(node);
    const open = this.openTo(node);
    if (open !== undefined) return open;
    let opening = this.#opening.get(key);
    if (opening === undefined) {
      opening = this.#open(node).finally(() => this.#opening.delete(key));
      this.#opening.set(key, opening);
    }
    return opening;
  }

  /** Closes all of them. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#opening.values());
    for (const link of this.#links.values()) link.close();
    this.#links.clear();
  }

  async #open(node: Address): Promise<NodeLink> {
    const link = await this.#cluster.connect(node);
    this.#links.get(keyOf(node))?.retire();
    this.#links.set(keyOf(node), link);
    return link;
  }
}

function keyOf({ host, port }: Address): string {
  return `${host}:${port}`;
}
