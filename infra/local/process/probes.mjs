import { get } from 'node:http';
import { connect } from 'node:net';

/** A probe without an answer by then counts as "not ready". */
const probeTimeoutMs = 2000;

/**
 * @param {string} url
 * @returns {Promise<boolean>} Whether the status is 200.
 */
export function answersOk(url) {
  return new Promise((resolve) => {
    // No agent: a kept-alive connection would delay draining. fetch() would add 10 MB to the supervisor.
    const request = get(url, { agent: false, signal: AbortSignal.timeout(probeTimeoutMs) }, (answer) => {
      answer.destroy();
      resolve(answer.statusCode === 200);
    });
    request.once('error', () => resolve(false));
  });
}

/**
 * Whether a broker answers with at least one broker. A broker that has not joined its cluster lists none, and cannot
 * create topics yet.
 *
 * @param {string} host
 * @param {number} port
 */
export async function kafkaAnswers(host, port) {
  // Kafka protocol guide, "Metadata": api_key 3, version 1, correlation id, no client id, no topics.
  const request = Buffer.from([0, 0, 0, 14, 0, 3, 0, 1, 0, 0, 0, 1, 0xff, 0xff, 0, 0, 0, 0]);
  const answer = await exchange(host, port, request, 12);
  // Length, correlation id, then the number of brokers.
  return answer !== null && answer.readInt32BE(8) > 0;
}

/**
 * Whether PostgreSQL accepts connections. While starting or recovering it answers with an error.
 *
 * @param {string} host
 * @param {number} port
 */
export async function postgresAnswers(host, port) {
  // PostgreSQL documentation, "Message Formats", StartupMessage: length, protocol 3.0, parameters, NUL.
  const parameters = Buffer.from('user\0postgres\0\0', 'latin1');
  const head = Buffer.from([0, 0, 0, 8 + parameters.length, 0, 3, 0, 0]);
  const answer = await exchange(host, port, Buffer.concat([head, parameters]), 1);
  // 'R' asks for the password, 'E' is an error.
  return answer !== null && answer[0] === 'R'.charCodeAt(0);
}

/**
 * Sends a request and returns the first bytes of the response.
 *
 * @param {string} host
 * @param {number} port
 * @param {Buffer} request
 * @param {number} bytes Number of bytes to read.
 * @returns {Promise<Buffer | null>} null if they did not arrive.
 */
function exchange(host, port, request, bytes) {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: probeTimeoutMs });
    let received = Buffer.alloc(0);
    /** @param {Buffer | null} answer */
    const end = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => socket.write(request));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length >= bytes) end(received);
    });
    socket.once('error', () => end(null));
    socket.once('timeout', () => end(null));
    socket.once('close', () => end(null));
  });
}
