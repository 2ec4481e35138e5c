import { httpKind } from '../http/http-kind.js';
import type { HttpProtocol } from '../http/http-provider.js';
import { CountReader } from './count-reader.js';
import { JsonMessageReader } from './json-reader.js';
import { anthropicParameters, betaHeader, countBody, requestBody } from './request-body.js';
import { MessageStreamReader } from './stream-reader.js';

/** Version of the interface, which every request has to name (https://docs.claude.com/en/api/versioning). */
const version = { 'anthropic-version': '2023-06-01' };

/** Anthropic's Messages API. */
export const anthropicProtocol: HttpProtocol = {
  kind: 'anthropic',
  callsTools: true,
  parameters: anthropicParameters,
  takesAnthropicFields: true,
  authorization: (apiKey) => ({ 'x-api-key': apiKey }),
  chat: {
    path: () => '/messages',
    // The interface has no number of choices: each is a request of its own.
    body: requestBody,
    headers: (request) => ({ ...version, ...betaHeader(request) }),
    readerOf: (range, { contentType, idleTimeoutMs, apiKey }) =>
      /^text\/event-stream\b/i.test(contentType)
        ? new MessageStreamReader(range, idleTimeoutMs, apiKey)
        : new JsonMessageReader(range, apiKey),
  },
  count: {
    path: () => '/messages/count_tokens',
    body: countBody,
    headers: (request) => ({ ...version, ...betaHeader(request) }),
    readerOf: (apiKey) => new CountReader(apiKey),
  },
};

/** Models on servers with Anthropic's interface. */
export const anthropic = httpKind(anthropicProtocol);
