// npm install @anthropic-ai/sdk
import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic({
  baseURL: 'http://127.0.0.1:8080/anthropic',
  apiKey: process.env.EARSHOT_API_KEY,
});
const message = await client.messages.create({
  model: 'demo',
  max_tokens: 256,
  messages: [{ role: 'user', content: 'Hello!' }],
});
console.log(message.content.at(-1).text);
console.log(message.id); // for feedback
