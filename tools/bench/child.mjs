import { fork } from 'node:child_process';
import { once } from 'node:events';

/** Longer than any order takes: the longest is a turn of the load client. */
const answerTimeoutMs = 120_000;

/** A process of the benchmark that takes one order at a time and answers it. It ends with its parent. */
export class Child {
  #process;
  #name;

  /**
   * @param {string} file Beside this one.
   * @param {string[]} [args]
   */
  constructor(file, args = []) {
    this.#name = file;
    this.#process = fork(new URL(file, import.meta.url), args);
  }

  get pid() {
    return this.#process.pid;
  }

  /**
   * @param {unknown} order
   * @returns {Promise<any>} Its answer.
   */
  ask(order) {
    const answer = this.said();
    this.#process.send(order);
    return answer;
  }

  /** @returns {Promise<any>} What it says next. */
  async said() {
    const done = new AbortController();
    const signal = AbortSignal.any([done.signal, AbortSignal.timeout(answerTimeoutMs)]);
    const ended = once(this.#process, 'exit', { signal }).then(([code]) => {
      throw new Error(`${this.#name} ended (${code})`);
    });
    try {
      const [message] = await Promise.race([once(this.#process, 'message', { signal }), ended]);
      return message;
    } finally {
      done.abort();
      ended.catch(() => {});
    }
  }

  stop() {
    this.#process.kill('SIGKILL');
  }
}
