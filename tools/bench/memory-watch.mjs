import { readFileSync } from 'node:fs';

const lookEveryMs = 100;

/** Samples the resident memory of processes (Linux). */
export class MemoryWatch {
  #figures;
  #timer;

  /** @param {Record<string, number>} pids Pids by name. */
  constructor(pids) {
    this.#figures = Object.fromEntries(
      Object.entries(pids).map(([name, pid]) => [name, { pid, before: residentMib(pid), most: residentMib(pid) }]),
    );
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
  }

  /** @returns {Record<string, { before: number, most: number }>} MiB by name. */
  stop() {
    clearInterval(this.#timer);
    this.#look();
    return Object.fromEntries(
      Object.entries(this.#figures).map(([name, { before, most }]) => [name, { before, most }]),
    );
  }

  #look() {
    for (const figure of Object.values(this.#figures)) figure.most = Math.max(figure.most, residentMib(figure.pid));
  }
}

/** @returns {number} NaN if unknown. */
function residentMib(pid) {
  try {
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes) / 1_024;
  } catch {
    return NaN;
  }
}
