import { get } from 'node:http';
import { connect } from 'node:net';

/** A probe that has no answer by then counts as "not ready"; it is asked again. */
const probeTimeoutMs = 2000;

/**
 * @param {string} url
 * @returns {Promise<boolean>} Whether it answers 200.
 */
export function answersOk(url) {
  return new Promise((resolve) => {
    // No agent: a connection that is kept would be in the way of whoever drains. Not fetch(), which would add 10 MB to
    // the supervisor.
    const request = get(url, { agent: false, signal: AbortSignal.timeout(probeTimeoutMs) }, (answer) => {
      answer.destroy();
      resolve(answer.statusCode === 200);
    });
    request.once('error', () => resolve(false));
  });
}

/**
 * Whether a broker answers and lists itself: a broker that has not joined its cluster yet answers with no brokers, and
 * topics cannot be created on it.
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
 * Whether a PostgreSQL server takes connections: while it starts or recovers it answers each with an error.
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
 * Sends a request and takes the first bytes of its answer.
 *
 * @param {string} host
 * @param {number} port
 * @param {Buffer} request
 * @param {number} bytes How many bytes of the answer are wanted.
 * @returns {Promise<Buffer | null>} null when they did not come.
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
