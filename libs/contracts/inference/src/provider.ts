import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/**
 * Where a model runs: a kind of provider, the settings that this kind defines, and at most one secret. Contracts do
 * not know the kinds: the inference service checks `settings`.
 */
export const provider = z.object({
  /** Folder in `apps/inference/src/providers`, or `external`: the model is only named, never called. */
  kind: z.string(),
  settings: z.record(z.string(), z.unknown()),
  /** Sealed for the model by `SecretBox` (service-kit) before it leaves the gateway; null for none. */
  sealed_secret: z.string().nullable(),
});

/** Where a model runs. */
export type Provider = z.infer<typeof provider>;

/** Settings of every kind that calls a server over HTTP. */
interface ServerSettings {
  readonly base_url: string;
  /** A key of the installation gave `base_url`: its server may be in any network. Absent: false. */
  readonly base_url_trusted?: boolean;
}

/**
 * A provider as `*.v1` messages and the table carry it. The three kinds of version 0.1 keep their form. Any other
 * kind is in `spec`, inside a model that version 0.1 reads as external.
 */
export const encodedProvider = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('openai'),
    base_url: z.string(),
    model: z.string(),
    sealed_api_key: z.string().nullable(),
    /** Absent: false; absent in messages from before 0.1. */
    base_url_trusted: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('llama'), model_file: z.string() }),
  z.object({
    kind: z.literal('external'),
    /** Absent for external models; absent in messages from before 0.1. */
    spec: provider.optional(),
  }),
]);

/** A provider as messages carry it. */
export type EncodedProvider = z.infer<typeof encodedProvider>;

/** Decodes the provider of a model. */
export function providerOf({ provider: encoded }: { readonly provider: EncodedProvider }): Provider {
  switch (encoded.kind) {
    case 'openai': {
      const { kind, sealed_api_key: sealed_secret, ...settings } = encoded;
      return { kind, settings, sealed_secret };
    }
    case 'llama': {
      const { kind, ...settings } = encoded;
      return { kind, settings, sealed_secret: null };
    }
    case 'external':
      return encoded.spec ?? { kind: 'external', settings: {}, sealed_secret: null };
  }
}

/** Encodes a provider for a message or the table. */
export function encodeProvider(decoded: Provider): EncodedProvider {
  const { kind, settings, sealed_secret } = decoded;
  if (kind === 'external') return { kind };
  const { data } = encodedProvider.safeParse({ ...settings, kind, sealed_api_key: sealed_secret });
  // Version 0.1 reads no `spec`, so what its form can express keeps that form.
  if (data && isDeepStrictEqual(providerOf({ provider: data }), decoded)) return data;
  return { kind: 'external', spec: decoded };
}

/** Settings that all kinds with a server have; undefined for a kind without one. */
export function serverOf({ settings }: Provider): ServerSettings | undefined {
  const { base_url, base_url_trusted } = settings;
  return typeof base_url === 'string' ? { base_url, base_url_trusted: base_url_trusted === true } : undefined;
}

/** Whether the model is only named and never called. */
export function isExternal({ provider: encoded }: { readonly provider: EncodedProvider }): boolean {
  return encoded.kind === 'external' && encoded.spec === undefined;
}
