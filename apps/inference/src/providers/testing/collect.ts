import type { ProviderEvent } from '../chat-provider.js';

/** All events of an answer. */
export async function collect(batches: AsyncIterable<ProviderEvent[]>): Promise<ProviderEvent[]> {
  const events: ProviderEvent[] = [];
  for await (const batch of batches) events.push(...batch);
  return events;
}

/** The text of some events. */
export function textOf(events: ProviderEvent[]): string {
  return events.map((event) => (event.type === 'delta' ? event.text : '')).join('');
}
