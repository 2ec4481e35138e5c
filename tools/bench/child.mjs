import { fork } from 'node:child_process';
import { once } from 'node:events';

/** Longer than any order takes, such as a turn of the load client. */
const answerTimeoutMs = 120_000;

/** A child process of the benchmark that executes one order at a time. It exits with its parent. */
export class Child {
  #process;
  #name;

  /**
   * @param {string} file Module in this folder.
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
   * @returns {Promise<any>} Its reply.
   */
  ask(order) {
    const answer = this.output();
    this.#process.send(order);
    return answer;
  }

  /** @returns {Promise<any>} Its next message. */
  async output() {
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
