/** Tells the person at the console what goes on, one line at a time. */
export class Console {
  #stream;
  #startedAt = performance.now();

  /** @param {NodeJS.WritableStream} stream */
  constructor(stream) {
    this.#stream = stream;
    // The terminal may be gone (SIGHUP) while the stack is still being stopped; that work must go on without it.
    stream.on('error', () => {});
  }

  /**
   * A line with the time since the start before it.
   *
   * @param {string} text
   */
  say(text) {
    const seconds = ((performance.now() - this.#startedAt) / 1000).toFixed(1).padStart(6);
    this.#stream.write(`${seconds} s  ${text}\n`);
  }

  /** @param {string} text */
  print(text) {
    this.#stream.write(`${text}\n`);
  }

  /**
   * Says every ten seconds that something is still going on.
   *
   * @param {string} label For example `MinIO: building`.
   * @param {() => string} measure How far it is, for example `43 MB`; the time is added to it.
   * @returns {() => void} Ends it.
   */
  progress(label, measure = () => '') {
    const since = performance.now();
    const timer = setInterval(() => {
      const parts = [measure(), `${Math.round((performance.now() - since) / 1000)} s`].filter((part) => part !== '');
      this.say(`${label} … ${parts.join(', ')}`);
    }, 10_000);
    return () => clearInterval(timer);
  }
}
