import { Earshot } from '@earshot/client';
import OpenAI from 'openai';

const openai = new OpenAI({
  baseURL: 'http://127.0.0.1:8080/openai/v1',
  apiKey: process.env.EARSHOT_API_KEY,
});
const { feedback } = Earshot.from(openai);

const stream = await openai.chat.completions.create({
  model: 'demo',
  messages: [{ role: 'user', content: 'Hello!' }],
  stream: true,
});
let recorded;
for await (const chunk of stream) {
  // The answer is not complete yet; any of its chunks will do.
  recorded ??= feedback.of(chunk).log('helpful', false, { reason: 'Style' });
  process.stdout.write(chunk.choices[0]?.delta.content ?? '');
}
console.log('\n', await recorded);
