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
export function delta(text: string, index = 0): ProviderEvent {
  return { type: 'delta', index, text };
}

/** An ordinary end of a choice. */
export function end(index = 0): ProviderEvent {
  return { type: 'finish', index, finishReason: 'stop' };
}

/** What all choices took. */
export const usage: ProviderEvent = { type: 'usage', usage: { promptTokens: 3, completionTokens: 2 } };

/** An ordinary end of the only choice, and what it took. */
export const finish: readonly ProviderEvent[] = [usage, end()];
