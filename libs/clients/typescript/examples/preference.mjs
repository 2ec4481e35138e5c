// npm install openai
import { Earshot } from '@earshot/client';
import OpenAI from 'openai';

const openai = new OpenAI({
  baseURL: 'http://127.0.0.1:8080/openai/v1',
  apiKey: process.env.EARSHOT_API_KEY,
});
const { feedback } = Earshot.from(openai);

const messages = [{ role: 'user', content: 'Hello!' }];
const ask = (model) => openai.chat.completions.create({ model, messages }).withResponse();
const [first, second] = [await ask('demo'), await ask('demo-small')];
console.log(
  await feedback.comparison({
    metric: 'helpful',
    preferred_completion: first.data.id,
    other_completion: second.data.id,
  }),
);
const session_id = first.response.headers.get('x-earshot-session-id');
console.log(await feedback.outcome({ metric: 'helpful', session_id, value: true }));
