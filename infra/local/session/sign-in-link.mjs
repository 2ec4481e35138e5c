import { existsSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';

/** The gateway answers within milliseconds; a busy machine takes seconds. */
const timeoutMs = 15_000;

/** @param {string} root The checkout. */
export function hasConsole(root) {
  return existsSync(path.join(root, 'apps/console/dist/index.html'));
}

/**
 * Asks the gateway for a link that signs a browser in once, within 10 minutes.
 *
 * @param {string} url The gateway.
 * @param {string} apiKey The key that the browser will act as.
 * @returns {Promise<string>} The link.
 * @throws {Error} if the gateway gives none. The message has no secret.
 */
export function createSignInLink(url, apiKey) {
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}` },
      // No agent: a kept-alive connection would delay draining. fetch() would add 10 MB to the supervisor.
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
    };
    const pending = request(`${url}/api/v1/sign_in_links`, options, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (/** @type {string} */ piece) => (text += piece));
      answer.once('error', reject);
      answer.once('end', () => {
        if (answer.statusCode === 201) resolve(JSON.parse(text).url);
        else reject(new Error(`${url} answered ${answer.statusCode} to a request for a sign-in link.`));
      });
    });
    pending.once('error', reject);
    pending.end();
  });
}
