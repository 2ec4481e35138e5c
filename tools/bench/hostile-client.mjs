/**
 * The attacking client, in its own process: runs the requests of one attack for a given time. It uses its own source
 * address, so that limits per address affect only it.
 */
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const localAddress = '127.0.0.2';
/** Default pause between requests of a caller. The attack is the cost of a request, not a flood of them. */
const defaultPauseMs = 1_000;

/**
 * @typedef {object} Attack
 * @property {string} url
 * @property {number} seconds
 * @property {number} callers Number of concurrent callers.
 * @property {number} [pauseMs] Pause between requests of a caller.
 * @property {number} [arriveMs] The callers start spread over this time; the default is the pause.
 * @property {Record<string, string>} [headers]
 * @property {string} [body] JSON body of each request.
 * @property {number} [bodyBytes] Generates a body of this size instead.
 * @property {boolean} [isUnfinished] Each caller sends half a header and keeps the connection open.
 */

process.on('message', async (order) => process.send(await attack(order)));
process.on('disconnect', () => process.exit(0));
process.send('ready');

/**
 * @param {Attack} order
 * @returns {Promise<{ outcomes: Record<string, number> }>} Counts by status or error; `none` for requests without an end.
 */
async function attack(order) {
  const outcomes = {};
  const count = (outcome) => (outcomes[outcome] = (outcomes[outcome] ?? 0) + 1);
  const over = AbortSignal.timeout(order.seconds * 1000);
  const once = order.isUnfinished ? holdConnection : send;
  const { callers, pauseMs = defaultPauseMs, arriveMs = pauseMs } = order;
  const pause = (ms) => sleep(ms, undefined, { signal: over }).catch(() => {});
  const caller = async (_, index) => {
    await pause((arriveMs * index) / callers);
    while (!over.aborted) {
      count(await once(order, over));
      await pause(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { outcomes };
}

/** @returns {Promise<string>} The status, or the connection error. */
function send({ url, headers, body, bodyBytes }, signal) {
  return new Promise((resolve) => {
    const payload = body ?? Buffer.alloc(bodyBytes ?? 0, ' ');
    const fields = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload), ...headers };
    const call = request(url, { method: 'POST', headers: fields, localAddress, signal });
    call.on('response', (response) => {
      response.on('error', () => {});
      response.on('close', () => resolve(String(response.statusCode)));
      response.resume();
    });
    call.on('error', (error) => resolve(signal.aborted ? 'none' : (error.code ?? error.message)));
    call.end(payload);
  });
}

/** @returns {Promise<string>} */
function holdConnection({ url }, signal) {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    const end = () => socket.destroy();
    signal.addEventListener('abort', end, { once: true });
    socket.on('connect', () => socket.write('POST /api/v1/chat/completions HTTP/1.1\r\nhost: a\r\n'));
    socket.on('error', () => {});
    socket.on('close', () => {
      signal.removeEventListener('abort', end);
      resolve(signal.aborted ? 'none' : 'closed');
    });
    socket.resume();
  });
}
