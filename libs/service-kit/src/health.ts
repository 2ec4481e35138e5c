import { Injectable } from '@nestjs/common';

/** One health check. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** Why it is not ok. */
  readonly detail?: string;
}

/** Returns checks; must be cheap and answer from memory, since probes arrive every second. */
type Probe = () => Check | readonly Check[];

/** The health of the process; modules register their probes. */
@Injectable()
export class Health {
  readonly #probes: Probe[] = [];
  #stopping = false;

  register(probe: Probe): void {
    this.#probes.push(probe);
  }

  /** Marks the process as not ready. */
  stop(): void {
    this.#stopping = true;
  }

  checks(): Check[] {
    const checks = this.#probes.flatMap((probe) => probe());
    return this.#stopping ? [...checks, { name: 'running', ok: false, detail: 'shutting down' }] : checks;
  }
}
