import { Gauge } from 'prom-client';

/** Of what is left free, one project may hold so many times as much: the first one gets three quarters, and there is always room for another. */
const timesAsMuchAsFree = 3;

/** Counts places that projects share, and lets none of them take all (ADR fair-shares). */
export class FairShare {
  readonly #takenBy = new Map<string, number>();
  #taken = 0;

  /** @param limit places of all projects together. */
  constructor(private readonly limit: number) {}

  /** Places that are taken. */
  get taken(): number {
    return this.#taken;
  }

  /** Whether the project may have one more. */
  hasRoom(project: string): boolean {
    return (this.#takenBy.get(project) ?? 0) < timesAsMuchAsFree * (this.limit - this.#taken);
  }

  /** Takes a place; false, and none taken, where the project may have no more. */
  tryTake(project: string): boolean {
    if (!this.hasRoom(project)) return false;
    this.#taken += 1;
    this.#takenBy.set(project, (this.#takenBy.get(project) ?? 0) + 1);
    return true;
  }

  /** Gives back one place that the project took. */
  give(project: string): void {
    const taken = (this.#takenBy.get(project) as number) - 1;
    this.#taken -= 1;
    if (taken === 0) this.#takenBy.delete(project);
    else this.#takenBy.set(project, taken);
  }
}

/** Who waits, by kind of provider. Only what the process has now is kept: tests make several. */
const rooms = new Map<string, () => number>();

new Gauge({
  name: 'earshot_provider_waiting_requests',
  help: 'Requests that wait in this process for an embedded model (llama) or for a connection to a model server (openai).',
  labelNames: ['provider'],
  collect() {
    for (const [provider, count] of rooms) this.set({ provider }, count());
  },
});

/** Has the metrics tell how many requests wait for providers of a kind. */
export function gaugeWaiting(provider: string, count: () => number): void {
  rooms.set(provider, count);
}
