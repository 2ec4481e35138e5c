import { z } from 'zod';
import type { ModelProvider } from '../model-provider.js';
import type { ProviderKind } from '../provider-kind.js';
import { RETRIES } from './attempts.js';
import { HttpProvider, type HttpProtocol } from './http-provider.js';
import { maxConnections, type HttpSettings, type HttpTarget } from './http-settings.js';

const settings = z.object({ base_url: z.string(), model: z.string(), base_url_trusted: z.boolean().optional() });

/** Settings of a model that a server runs. */
type ServerModel = z.infer<typeof settings>;

/** A kind of provider whose models run on servers that speak one protocol over HTTP. */
export function httpKind(protocol: HttpProtocol): ProviderKind<ServerModel, HttpTarget> {
  return {
    settings,
    callsTools: protocol.callsTools,
    parameters: protocol.parameters,
    takesAnthropicFields: protocol.takesAnthropicFields === true,
    targetOf: ({ base_url: baseUrl, model, base_url_trusted: baseUrlTrusted }, apiKey) => ({
      kind: protocol.kind,
      baseUrl,
      model,
      apiKey,
      baseUrlTrusted,
    }),
    spanAttributes: (model) => spanAttributes(protocol.kind, model),
    create({ config, addresses, logger }): ModelProvider<HttpTarget> {
      const chosen: HttpSettings = {
        addresses,
        connections: maxConnections,
        queueLimit: config.queueLimit,
        connectTimeoutMs: config.providerConnectTimeoutS * 1_000,
        firstTokenTimeoutMs: config.providerFirstTokenTimeoutS * 1_000,
        idleTimeoutMs: config.providerIdleTimeoutS * 1_000,
        wholeAnswerTimeoutMs: config.providerAnswerTimeoutS * 1_000,
        retries: RETRIES,
      };
      return new HttpProvider(protocol, chosen, logger);
    },
  };
}

/** Host and port alone: the rest of an address may contain a secret. */
function spanAttributes(kind: string, { base_url, model }: ServerModel): Record<string, string> {
  const { hostname, port, protocol } = new URL(base_url);
  return {
    'gen_ai.provider.name': kind,
    'gen_ai.request.model': model,
    'server.address': hostname,
    'server.port': port === '' ? (protocol === 'https:' ? '443' : '80') : port,
  };
}
