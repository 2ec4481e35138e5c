import type { ChatModel } from './queries.js';

/** Says which of the chosen models take no images; null if all do. A blind comparison does not name them. */
export function notSeeing(models: readonly Pick<ChatModel, 'name' | 'hasImages'>[], isBlind: boolean): string | null {
  const names = models.filter(({ hasImages }) => !hasImages).map(({ name }) => name);
  if (names.length === 0) return null;
  if (isBlind) return 'Not all chosen models take images.';
  return `${names.join(', ')} ${names.length === 1 ? 'takes' : 'take'} no images.`;
}
