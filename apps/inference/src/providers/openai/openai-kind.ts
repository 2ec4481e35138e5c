import type { ProviderEmbeddingRequest } from '../model-provider.js';
import { httpKind } from '../http/http-kind.js';
import type { HttpProtocol } from '../http/http-provider.js';
import { EmbeddingsReader, requireDimensions, toEmbeddingsError } from './embeddings-reader.js';
import { JsonChatReader } from './json-reader.js';
import { requestBody } from './request-body.js';
import { StreamReader } from './stream-reader.js';

/** The protocol of OpenAI, vLLM, Ollama, llama.cpp, TGI and others. */
export const openaiProtocol: HttpProtocol = {
  kind: 'openai',
  callsTools: true,
  // Servers know parameters of their own.
  parameters: null,
  authorization: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  chat: {
    path: () => '/chat/completions',
    body: requestBody,
    // By the type of the answer, not of the request: servers that cannot stream answer in one piece.
    readerOf: (range, { contentType, idleTimeoutMs, apiKey }) =>
      /^text\/event-stream\b/i.test(contentType)
        ? new StreamReader({ ...range, idleTimeoutMs, apiKey })
        : new JsonChatReader(range, apiKey),
  },
  embeddings: {
    path: () => '/embeddings',
    body: embeddingsBody,
    readerOf: ({ input }, apiKey) => new EmbeddingsReader(input.length, apiKey),
    check: requireDimensions,
    errorOf: toEmbeddingsError,
  },
};

/** Models on OpenAI-compatible servers. */
export const openai = httpKind(openaiProtocol);

/** base64 is a quarter of the size of decimals, and exact; servers that do not know it answer with decimals. */
function embeddingsBody(model: string, request: ProviderEmbeddingRequest): string {
  const { input, dimensions, user, parameters } = request;
  return JSON.stringify({ ...parameters, model, input, encoding_format: 'base64', dimensions, user });
}
