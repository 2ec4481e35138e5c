import type { Model } from '@earshot/contracts-inference';

/** Whether a model can be asked to answer chats. */
export function canChat({ provider, capabilities }: Pick<Model, 'provider' | 'capabilities'>): boolean {
  return provider.kind !== 'external' && capabilities.includes('chat');
}
