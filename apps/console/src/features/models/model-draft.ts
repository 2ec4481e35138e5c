import type { Schemas } from '../../api/client.js';
import { changesOf } from '../resource/changes.js';
import { linesOf, numberOf, numberProblem } from '../resource/texts.js';
import type { Model } from './queries.js';

/** Kind of a provider. */
export type ProviderKind = Model['provider']['kind'];

/** What the form of a model holds: texts as they are typed. */
export interface ModelDraft {
  readonly key: string;
  readonly name: string;
  readonly kind: ProviderKind;
  readonly modelFile: string;
  readonly baseUrl: string;
  readonly providerModel: string;
  /** A new key of the provider; empty keeps the stored one. */
  readonly apiKey: string;
  readonly removesApiKey: boolean;
  readonly capabilities: Model['capabilities'];
  readonly temperature: string;
  readonly topP: string;
  readonly maxTokens: string;
  /** One sequence a line. */
  readonly stop: string;
  readonly fallback: readonly string[];
  readonly isDefault: boolean;
  readonly systemPrompt: string;
}

/** The form of a model; of a new one without a model. */
export function draftOf(model: Model | null): ModelDraft {
  const provider = model?.provider;
  const { temperature, top_p, max_tokens, stop = [] } = model?.parameters ?? {};
  return {
    key: model?.key ?? '',
    name: model === null || model.name === model.key ? '' : model.name,
    kind: provider?.kind ?? 'openai',
    modelFile: provider?.kind === 'llama' ? provider.model_file : '',
    baseUrl: provider && 'base_url' in provider ? provider.base_url : '',
    providerModel: provider && 'base_url' in provider ? provider.model : '',
    apiKey: '',
    removesApiKey: false,
    capabilities: model?.capabilities ?? ['chat'],
    temperature: textOf(temperature),
    topP: textOf(top_p),
    maxTokens: textOf(max_tokens),
    stop: stop.join('\n'),
    fallback: model?.fallback ?? [],
    isDefault: model?.default ?? false,
    systemPrompt: model?.system_prompt ?? '',
  };
}

const textOf = (number: number | undefined) => (number === undefined ? '' : String(number));

/** The body that creates a model. */
export function createBody(draft: ModelDraft): Schemas['CreateModel'] {
  const { key, name, capabilities, fallback, systemPrompt } = draft;
  return {
    key,
    name: name === '' ? undefined : name,
    provider: providerOf(draft),
    default: draft.isDefault || undefined,
    capabilities: draft.kind === 'external' ? [] : [...capabilities],
    system_prompt: systemPrompt === '' ? null : systemPrompt,
    parameters: {
      temperature: numberOf(draft.temperature),
      top_p: numberOf(draft.topP),
      max_tokens: numberOf(draft.maxTokens),
      stop: draft.stop === '' ? undefined : linesOf(draft.stop),
    },
    fallback: [...fallback],
  };
}

/** The body that changes a model: changed fields only. */
export function updateBody(model: Model, draft: ModelDraft): Schemas['UpdateModel'] {
  const { provider, ...fields } = createBody({ ...draft, name: draft.name === '' ? draft.key : draft.name });
  return {
    ...changesOf(model, fields),
    ...(changesProvider(model, draft) && { provider }),
  };
}

function changesProvider(model: Model, draft: ModelDraft): boolean {
  const old = draftOf(model);
  const names = ['kind', 'modelFile', 'baseUrl', 'providerModel', 'apiKey', 'removesApiKey'] as const;
  return names.some((name) => old[name] !== draft[name]);
}

function providerOf(draft: ModelDraft): Schemas['CreateModel']['provider'] {
  switch (draft.kind) {
    case 'llama':
      return { kind: 'llama', model_file: draft.modelFile };
    case 'openai':
    case 'anthropic':
      return {
        kind: draft.kind,
        base_url: draft.baseUrl,
        model: draft.providerModel,
        ...(draft.apiKey !== '' && { api_key: draft.apiKey }),
        ...(draft.removesApiKey && { api_key: null }),
      };
    case 'external':
      return { kind: 'external' };
  }
}

/** What is wrong with the numbers of a draft; null where nothing is. */
export function problemsOf(draft: ModelDraft) {
  return {
    temperature: numberProblem(draft.temperature),
    topP: numberProblem(draft.topP),
    maxTokens: numberProblem(draft.maxTokens),
  };
}
