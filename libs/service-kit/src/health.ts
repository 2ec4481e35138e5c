import { Injectable } from '@nestjs/common';

/** The state of one thing that a process needs. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** Why it is not ok. */
  readonly detail?: string;
}

/** Asks for the state of something; must be cheap and answer from memory, because probes come every second. */
export type Probe = () => Check | readonly Check[];

/** What this process needs to be of use; modules register what they bring. */
@Injectable()
export class Health {
  readonly #probes: Probe[] = [];
  #stopping = false;

  register(probe: Probe): void {
    this.#probes.push(probe);
  }

  /** From now on the process is not ready, so that nobody sends it anything new. */
  stop(): void {
    this.#stopping = true;
  }

  checks(): Check[] {
    const checks = this.#probes.flatMap((probe) => probe());
    return this.#stopping ? [...checks, { name: 'running', ok: false, detail: 'shutting down' }] : checks;
  }
}
