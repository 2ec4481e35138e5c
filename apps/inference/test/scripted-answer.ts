import type { ProviderEvent } from '../src/providers/model-provider.js';

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
  return { type: 'delta', index: 0, text };
}

/** An ordinary end of the only choice, and what it took. */
export const finish: readonly ProviderEvent[] = [
  { type: 'usage', usage: { promptTokens: 3, completionTokens: 2 } },
  { type: 'finish', index: 0, finishReason: 'stop' },
];
