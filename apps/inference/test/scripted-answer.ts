import type { ProviderEvent } from '../src/providers/chat-provider.js';

/** A step of a scripted answer: events that are ready together, a wait, or a failure. */
export type Step = ProviderEvent[] | Promise<void> | Error;

/** A provider's answer that goes by a script, and ends without a word when the signal aborts, as providers promise. */
export async function* scriptedAnswer(steps: readonly Step[], signal: AbortSignal): AsyncGenerator<ProviderEvent[]> {
  const aborted = new Promise<'aborted'>((resolve) => signal.addEventListener('abort', () => resolve('aborted')));
  for (const step of steps) {
    if (step instanceof Error) throw step;
    if (step instanceof Promise) await Promise.race([step, aborted]);
    else yield step;
    if (signal.aborted) return;
  }
}

/** A piece of text. */
export function delta(text: string): ProviderEvent {
  return { type: 'delta', text };
}

/** An ordinary end. */
export const finish: ProviderEvent = {
  type: 'finish',
  finishReason: 'stop',
  usage: { promptTokens: 3, completionTokens: 2 },
};
