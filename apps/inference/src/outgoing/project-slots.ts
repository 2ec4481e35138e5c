/** Who has a slot, and who waits for one. */
interface Owner {
  running: number;
  /** Those that wait, in the order of coming. */
  readonly waiting: Set<() => void>;
}

/** Bounds how many requests run at one time, for each project apart: one with slow servers waits for itself. */
export class ProjectSlots {
  readonly #owners = new Map<string, Owner>();

  /** @param limit of one project at one time. */
  constructor(private readonly limit: number) {}

  /** Runs one more call of the project when it is its turn. @throws the reason of an abort that comes before; what the call throws. */
  async run<T>(project: string, call: () => Promise<T>, signal: AbortSignal): Promise<T> {
    let owner = this.#owners.get(project);
    if (owner === undefined) this.#owners.set(project, (owner = { running: 0, waiting: new Set() }));
    if (owner.running >= this.limit) await turn(owner, signal);
    else owner.running += 1;
    try {
      return await call();
    } finally {
      this.#leave(project, owner);
    }
  }

  /** The one that has waited for longest takes over the slot, if there is one. */
  #leave(project: string, owner: Owner): void {
    for (const begin of owner.waiting) {
      owner.waiting.delete(begin);
      return begin();
    }
    owner.running -= 1;
    if (owner.running === 0) this.#owners.delete(project);
  }
}

function turn(owner: Owner, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const begin = () => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = () => {
      owner.waiting.delete(begin);
      reject(signal.reason as Error);
    };
    owner.waiting.add(begin);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}
