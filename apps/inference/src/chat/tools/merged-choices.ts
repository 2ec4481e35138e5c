import type { ProviderUsage } from '../../providers/model-provider.js';
import type { AnswerEvent } from './answer-event.js';

type Batches = AsyncGenerator<AnswerEvent[], void, void>;

/** The choices of one answer, each made by itself, as one: events as they come, and as usage the sum of what all took so far. */
export async function* mergedChoices(choices: readonly Batches[]): AsyncGenerator<AnswerEvent[], void, void> {
  const usages: ProviderUsage[] = [];
  const next = (choice: number) => choices[choice]!.next().then((result) => ({ choice, result }));
  const waiting = new Map(choices.map((_, choice) => [choice, next(choice)]));
  while (waiting.size > 0) {
    const { choice, result } = await Promise.race(waiting.values());
    if (result.done === true) {
      waiting.delete(choice);
      continue;
    }
    yield result.value.map((event) => {
      if (event.type !== 'usage') return event;
      usages[choice] = event.usage;
      return { type: 'usage', usage: sum(usages) };
    });
    waiting.set(choice, next(choice));
  }
}

function sum(usages: readonly ProviderUsage[]): ProviderUsage {
  const total = { promptTokens: 0, completionTokens: 0 };
  // Of some choices there may be nothing yet.
  usages.forEach(({ promptTokens, completionTokens }) => {
    total.promptTokens += promptTokens;
    total.completionTokens += completionTokens;
  });
  return total;
}
