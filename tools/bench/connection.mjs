import { connect } from 'node:net';

/** A response that stalls this long counts as failed. */
const silenceMs = 30_000;
const headEnd = Buffer.from('\r\n\r\n');
const chunkedEnd = Buffer.from('\r\n0\r\n\r\n');

/**
 * The outcome of one request. Times are milliseconds since it was sent.
 *
 * @typedef {object} Exchange
 * @property {string | null} error null: a complete response with status 2xx.
 * @property {number} totalMs
 * @property {number} firstByteMs Time to the first bytes of the body.
 * @property {number} gapMs Longest wait between two chunks of the body.
 */

/**
 * A keep-alive HTTP/1.1 connection that carries one request at a time. It parses only as much as it needs to find the
 * end of a response, to leave the CPU to its target.
 */
export class Connection {
  #address;
  #socket = null;
  #onEnd = null;
  /** Bytes before the end of the header; null after it. */
  #head = null;
  #startedAt = 0;
  #lastPieceAt = 0;
  #firstByteMs = NaN;
  #gapMs = 0;
  #status = 0;
  #closes = false;
  /** Remaining bytes of the body; NaN for a chunked body. */
  #remaining = NaN;
  /** Last bytes of a chunked body. */
  #tail = Buffer.alloc(0);

  /** @param {{ host: string, port: number }} address */
  constructor(address) {
    this.#address = address;
  }

  /**
   * @param {Buffer} request Header and body as sent.
   * @param {(exchange: Exchange) => void} onEnd
   */
  send(request, onEnd) {
    this.#onEnd = onEnd;
    this.#head = Buffer.alloc(0);
    this.#firstByteMs = NaN;
    this.#gapMs = 0;
    this.#socket ??= this.#connect();
    this.#startedAt = performance.now();
    this.#socket.write(request);
  }

  close() {
    this.#socket?.destroy();
  }

  #connect() {
    const socket = connect({ ...this.#address, noDelay: true });
    socket.setTimeout(silenceMs, () => socket.destroy(new Error(`silent for ${silenceMs} ms`)));
    socket.on('data', (bytes) => this.#read(bytes));
    socket.on('error', (error) => this.#end(error.code ?? error.message));
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = null;
      this.#end('closed before the end');
    });
    return socket;
  }

  #read(bytes) {
    if (this.#onEnd === null) return;
    const body = this.#head === null ? bytes : this.#readHead(bytes);
    if (body === null) return;
    if (body.length > 0) this.#stamp();
    if (Number.isNaN(this.#remaining)) {
      const kept = this.#tail.subarray(-chunkedEnd.length);
      this.#tail = body.length >= chunkedEnd.length ? body : Buffer.concat([kept, body]);
      if (endsWith(this.#tail, chunkedEnd)) this.#finish();
    } else {
      this.#remaining -= body.length;
      if (this.#remaining <= 0) this.#finish();
    }
  }

  /** @returns {Buffer | null} Bytes after the header; null while it is incomplete. */
  #readHead(bytes) {
    const all = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
    const end = all.indexOf(headEnd);
    if (end < 0) {
      this.#head = all;
      return null;
    }
    const head = all.latin1Slice(0, end).toLowerCase();
    this.#head = null;
    this.#status = Number(head.slice(9, 12));
    this.#closes = head.includes('\r\nconnection: close');
    const length = head.indexOf('\r\ncontent-length: ');
    this.#remaining = length < 0 ? NaN : Number.parseInt(head.slice(length + 18), 10);
    // An empty chunked body has no line break before its end marker.
    this.#tail = Buffer.from('\r\n');
    return all.subarray(end + headEnd.length);
  }

  #stamp() {
    const now = performance.now();
    if (Number.isNaN(this.#firstByteMs)) this.#firstByteMs = now - this.#startedAt;
    else this.#gapMs = Math.max(this.#gapMs, now - this.#lastPieceAt);
    this.#lastPieceAt = now;
  }

  #finish() {
    if (this.#closes) {
      this.#socket?.destroy();
      this.#socket = null;
    }
    this.#end(this.#status >= 200 && this.#status < 300 ? null : `status ${this.#status}`);
  }

  #end(error) {
    const onEnd = this.#onEnd;
    if (onEnd === null) return;
    this.#onEnd = null;
    if (error !== null && this.#socket?.destroyed) this.#socket = null;
    const totalMs = performance.now() - this.#startedAt;
    onEnd({ error, totalMs, firstByteMs: this.#firstByteMs, gapMs: this.#gapMs });
  }
}

function endsWith(bytes, mark) {
  const from = bytes.length - mark.length;
  return from >= 0 && bytes.compare(mark, 0, mark.length, from) === 0;
}
