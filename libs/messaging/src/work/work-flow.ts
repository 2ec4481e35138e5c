/** By which a caller holds up work whose chunks it can't take as fast as they come. Nothing is lost by it: it only asks for less. */
export class WorkFlow {
  #held = false;
  #listener: ((held: boolean) => void) | undefined;

  /** Asks the worker to say no more until {@link release}; what it has said already still comes. */
  hold(): void {
    this.#set(true);
  }

  /** Lets the worker go on. */
  release(): void {
    this.#set(false);
  }

  /** Set by the lane: told of every change. */
  attach(listener: (held: boolean) => void): void {
    this.#listener = listener;
  }

  #set(held: boolean): void {
    if (held === this.#held) return;
    this.#held = held;
    this.#listener?.(held);
  }
}
