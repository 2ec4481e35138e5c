import type { ModelResponse } from '@earshot/dto-inference';

/** A capability as the client names it. */
type CapabilityName = 'Embedding' | 'TextGeneration' | 'ImageUnderstanding' | 'Reasoning' | 'Regression';

/** Filter of the list of models. Absent and null conditions hold. */
export interface ModelFilter {
  readonly inStorage?: boolean | null;
  readonly available?: boolean | null;
  readonly trainable?: boolean | null;
  readonly capabilities?: { readonly any?: CapabilityName[] | null; readonly all?: CapabilityName[] | null } | null;
  readonly online?: string[] | null;
}

const capabilities: Readonly<Record<CapabilityName, ModelResponse['capabilities'][number] | null>> = {
  Embedding: 'embeddings',
  TextGeneration: 'chat',
  ImageUnderstanding: 'images',
  Reasoning: 'chat',
  Regression: null,
};

/** Whether a model matches a filter. */
export function matches(model: ModelResponse, filter: ModelFilter | null | undefined): boolean {
  const { inStorage, available, trainable, capabilities: wanted, online } = filter ?? {};
  const serves = model.provider.kind !== 'external';
  const has = (name: CapabilityName) => model.capabilities.some((one) => one === capabilities[name]);
  return (
    (inStorage == null || inStorage === (model.provider.kind === 'llama')) &&
    (available == null || available === serves) &&
    trainable !== true &&
    (online == null || online.includes(serves ? 'ONLINE' : 'OFFLINE')) &&
    (wanted?.any == null || wanted.any.some(has)) &&
    (wanted?.all == null || wanted.all.every(has))
  );
}
