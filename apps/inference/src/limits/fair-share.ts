/** A project may hold three times what is free: the first gets three quarters, and another always has room. */
const timesAsMuchAsFree = 3;

/** Counts slots that projects share so that no project takes all (ADR fair-shares). */
export class FairShare {
  readonly #takenBy = new Map<string, number>();
  #taken = 0;

  constructor(private readonly limit: number) {}

  get taken(): number {
    return this.#taken;
  }

  /** Whether the project may have one more. */
  hasRoom(project: string): boolean {
    return (this.#takenBy.get(project) ?? 0) < timesAsMuchAsFree * (this.limit - this.#taken);
  }

  /** Takes a slot; false if the project may have no more. */
  tryTake(project: string): boolean {
    if (!this.hasRoom(project)) return false;
    this.#taken += 1;
    this.#takenBy.set(project, (this.#takenBy.get(project) ?? 0) + 1);
    return true;
  }

  give(project: string): void {
    const taken = (this.#takenBy.get(project) as number) - 1;
    this.#taken -= 1;
    if (taken === 0) this.#takenBy.delete(project);
    else this.#takenBy.set(project, taken);
  }
}
