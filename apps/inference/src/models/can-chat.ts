import { isExternal, type Model } from '@earshot/contracts-inference';

/** Whether a model can be asked to answer chats. */
export function canChat(model: Pick<Model, 'provider' | 'capabilities'>): boolean {
  return !isExternal(model) && model.capabilities.includes('chat');
}
