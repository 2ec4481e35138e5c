// npm install ai @ai-sdk/openai @ai-sdk/anthropic
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

const apiKey = process.env.EARSHOT_API_KEY;
const openai = createOpenAI({ baseURL: 'http://127.0.0.1:8080/openai/v1', apiKey });
const anthropic = createAnthropic({ baseURL: 'http://127.0.0.1:8080/anthropic/v1', apiKey });
for (const model of [openai('demo'), openai.chat('demo'), anthropic('demo')]) {
  const { text } = await generateText({ model, prompt: 'Hello!', maxOutputTokens: 256 });
  console.log(text);
}
