/**
 * Checks that llama.cpp computes the same tokens and next-token probabilities from the GGUF file as the trainer, which
 * agreement.py wrote: node agreement.mjs demo
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getLlama, resolveChatWrapper } from 'node-llama-cpp';

/** Largest difference of a probability that 16-bit floats cause. */
const TOLERANCE = 0.01;
const [name] = process.argv.slice(2);
const read = (file) => JSON.parse(readFileSync(path.join(import.meta.dirname, 'build', file), 'utf8'));

const llama = await getLlama({ gpu: false, build: 'never', skipDownload: true, progressLogs: false });
const modelPath = path.join(import.meta.dirname, `../../models/earshot-${name}.gguf`);
const model = await llama.loadModel({ modelPath });
const context = await model.createContext({ contextSize: 256, threads: 1 });
const template = resolveChatWrapper(model);
const sequence = context.getSequence();

for (const { question, tokens, probabilities } of read(`${name}-expected.json`)) {
  const chatHistory = [
    { type: 'user', text: question },
    { type: 'model', response: [''] },
  ];
  const prompt = template.generateContextState({ chatHistory }).contextText.tokenize(model.tokenizer);
  if (prompt.join() !== tokens.join()) throw new Error(`other tokens of: ${question}\n${tokens}\n${prompt}`);
  const difference = Math.max(...differences(await probabilitiesAfter(prompt), probabilities));
  if (difference > TOLERANCE) throw new Error(`other probabilities after: ${question} (${difference})`);
  console.log(`${question}: the same tokens; probabilities differ by ${difference.toFixed(5)} at most`);
}
await llama.dispose();

async function probabilitiesAfter(prompt) {
  await sequence.clearHistory();
  const last = prompt.length - 1;
  const next = { generateNext: { probabilities: true, options: { temperature: 1, topK: 0, topP: 1, minP: 0 } } };
  const input = prompt.map((token, index) => (index === last ? [token, next] : token));
  return (await sequence.controlledEvaluate(input))[last].next.probabilities;
}

function differences(reference, ours) {
  return [...reference].map(([token, probability]) => Math.abs(probability - ours[token]));
}
