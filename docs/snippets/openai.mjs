// npm install openai
import OpenAI from 'openai';

const client = new OpenAI({
  baseURL: 'http://127.0.0.1:8080/openai/v1',
  apiKey: process.env.EARSHOT_API_KEY,
});
const answer = await client.chat.completions.create({
  model: 'demo',
  messages: [{ role: 'user', content: 'Hello!' }],
});
console.log(answer.choices[0].message.content);
console.log(answer.id); // for feedback
