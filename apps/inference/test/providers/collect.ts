import type { ProviderEvent } from '../../src/providers/model-provider.js';

/** All events of an answer. */
export async function collect(batches: AsyncIterable<ProviderEvent[]>): Promise<ProviderEvent[]> {
  const events: ProviderEvent[] = [];
  for await (const batch of batches) events.push(...batch);
  return events;
}

/** The text of some events. */
export function answerTextOf(events: readonly { type: string; text?: string }[]): string {
  return events.map(({ type, text = '' }) => (type === 'delta' ? text : '')).join('');
}

/** How the only choice of an answer ended, and what the answer took; null for what did not come. */
export function finishOf(events: ProviderEvent[]) {
  const finish = events.find((event) => event.type === 'finish');
  const usage = events.find((event) => event.type === 'usage');
  return { finishReason: finish?.finishReason ?? null, usage: usage?.usage ?? null };
}
