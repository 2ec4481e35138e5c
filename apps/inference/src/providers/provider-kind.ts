import type { z } from 'zod';
import type { InferenceConfig } from '../config.js';
import type { AddressPolicy } from '../outgoing/address-policy.js';
import type { ModelProvider } from './model-provider.js';

/** Where providers and llama.cpp log. */
export interface ProviderLogger {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What the process gives to each kind of provider. */
export interface ProviderContext {
  readonly config: InferenceConfig;
  /** Networks that servers without a trusted address may be in. */
  readonly addresses: AddressPolicy;
  readonly logger: ProviderLogger;
}

/** A model of one provider: what every call gets. */
export interface ProviderTarget {
  readonly kind: string;
}

/** A kind of provider. Its folder exports one; `providers.ts` lists it. */
export interface ProviderKind<Settings = unknown, Target extends ProviderTarget = ProviderTarget> {
  readonly settings: z.ZodType<Settings>;
  readonly callsTools: boolean;
  /** Names of further parameters of a chat that it honours; null if its servers decide. */
  readonly parameters: ReadonlySet<string> | null;
  /** Whether it takes parameters of Anthropic's interface. Default: false. */
  readonly takesAnthropicFields?: boolean;
  /** @param secret the opened `sealed_secret`; undefined for none. */
  targetOf(settings: Settings, secret: string | undefined): Target;
  /** Attributes that a span of a call gets, by OpenTelemetry's conventions for generative AI. No secrets. */
  spanAttributes(settings: Settings): Record<string, string>;
  create(context: ProviderContext): ModelProvider<Target>;
}
