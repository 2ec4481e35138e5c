import type { ProviderEvent } from '../providers/model-provider.js';

/**
 * The answer to a request that is to generate nothing: its choices are over before they begin.
 *
 * @param promptTokens what the prompt has, null where that can't be told.
 */
export async function* countedPrompt(
  promptTokens: Promise<number | null>,
  choices: number,
): AsyncGenerator<ProviderEvent[], void, void> {
  const usage = { promptTokens: (await promptTokens) ?? 0, completionTokens: 0 };
  const ends = Array.from(
    { length: choices },
    (_, index) => ({ type: 'finish', index, finishReason: 'length' }) as const,
  );
  yield [{ type: 'usage', usage }, ...ends];
}
