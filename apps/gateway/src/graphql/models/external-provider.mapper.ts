import { invalidRequest } from '@earshot/errors';

/** Google's server with OpenAI's interface. */
export const googleHost = 'generativelanguage.googleapis.com';

interface ProviderData {
  readonly apiKey: string;
  readonly externalModelId: string;
  readonly endpoint?: string | null;
  readonly extraParams?: unknown;
}

type ProviderName = 'OPEN_AI' | 'LEGACY_OPEN_AI' | 'GOOGLE' | 'ANTHROPIC';
type DataName = 'openAI' | 'legacyOpenAI' | 'google' | 'anthropic';

/** Data of a provider, under its own name. */
export type ProviderDataByName = Partial<Record<DataName, ProviderData | null>>;

/** A provider as the client names it. */
export interface ExternalProvider {
  readonly provider: ProviderName;
  readonly providerData?: ProviderDataByName | null;
}

const providers: Readonly<Record<ProviderName, { field: DataName; kind: 'openai' | 'anthropic'; base_url: string }>> = {
  OPEN_AI: { field: 'openAI', kind: 'openai', base_url: 'https://api.openai.com/v1' },
  LEGACY_OPEN_AI: { field: 'legacyOpenAI', kind: 'openai', base_url: 'https://api.openai.com/v1' },
  GOOGLE: { field: 'google', kind: 'openai', base_url: `https://${googleHost}/v1beta/openai` },
  ANTHROPIC: { field: 'anthropic', kind: 'anthropic', base_url: 'https://api.anthropic.com/v1' },
};

/** Converts a provider to the fields of `POST .../models`. @throws AppError `missing_field` without its data. */
export function toModelFields({ provider, providerData }: ExternalProvider): Record<string, unknown> {
  const { field, kind, base_url } = providers[provider];
  const data = providerData?.[field];
  if (!data) {
    const message = `'providerData.${field}' is required for the provider ${provider}.`;
    throw invalidRequest('missing_field', message, { param: `providerData.${field}` });
  }
  const { apiKey: api_key, externalModelId: model, endpoint, extraParams } = data;
  return {
    provider: { kind, base_url: endpoint ?? base_url, api_key, model },
    ...(extraParams != null && { parameters: extraParams }),
  };
}
