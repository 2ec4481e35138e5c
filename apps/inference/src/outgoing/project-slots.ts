/** The running and waiting calls of a project. */
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

  /** Runs a call when a slot of the project is free. @throws the reason of an earlier abort; the call's errors. */
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

  /** Passes the slot to the oldest waiting call. */
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
