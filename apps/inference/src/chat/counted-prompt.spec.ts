import { expect, it } from '@jest/globals';
import { countedPrompt } from './chat-task.js';

async function eventsOf(promptTokens: number | null, choices: number) {
  const batches = [];
  for await (const batch of countedPrompt(Promise.resolve(promptTokens), choices)) batches.push(...batch);
  return batches;
}

it('ends every choice with length before it has a token, and counts the prompt once', async () => {
  expect(await eventsOf(7, 2)).toEqual([
    { type: 'usage', usage: { promptTokens: 7, completionTokens: 0 } },
    { type: 'finish', index: 0, finishReason: 'length' },
    { type: 'finish', index: 1, finishReason: 'length' },
  ]);
});

it('counts 0 when the provider cannot count', async () => {
  expect(await eventsOf(null, 0)).toEqual([{ type: 'usage', usage: { promptTokens: 0, completionTokens: 0 } }]);
});
