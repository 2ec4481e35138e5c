// npm install openai
import { Earshot } from '@earshot/client';
import OpenAI from 'openai';

const openai = new OpenAI({
  baseURL: 'http://127.0.0.1:8080/openai/v1',
  apiKey: process.env.EARSHOT_API_KEY,
});
const { feedback } = Earshot.from(openai);

const completion = await openai.chat.completions.create({
  model: 'demo',
  messages: [{ role: 'user', content: 'Hello!' }],
});
console.log(await feedback.of(completion).log('helpful', true));
