/** Writes progress lines to the console. */
export class Console {
  #stream;
  #startedAt = performance.now();

  /** @param {NodeJS.WritableStream} stream */
  constructor(stream) {
    this.#stream = stream;
    // The terminal may close (SIGHUP) while the stack stops; stopping must continue.
    stream.on('error', () => {});
  }

  /**
   * Writes a line prefixed with the elapsed time.
   *
   * @param {string} text
   */
  log(text) {
    const seconds = ((performance.now() - this.#startedAt) / 1000).toFixed(1).padStart(6);
    this.#stream.write(`${seconds} s  ${text}\n`);
  }

  /** @param {string} text */
  print(text) {
    this.#stream.write(`${text}\n`);
  }

  /**
   * Writes a progress line every ten seconds.
   *
   * @param {string} label For example `MinIO: building`.
   * @param {() => string} measure Progress so far, for example `43 MB`; the elapsed time is appended.
   * @returns {() => void} Stops it.
   */
  progress(label, measure = () => '') {
    const since = performance.now();
    const timer = setInterval(() => {
      const parts = [measure(), `${Math.round((performance.now() - since) / 1000)} s`].filter((part) => part !== '');
      this.log(`${label} … ${parts.join(', ')}`);
    }, 10_000);
    return () => clearInterval(timer);
  }
}
