// npm install @langchain/openai
import { ChatOpenAI } from '@langchain/openai';

const model = new ChatOpenAI({
  model: 'demo',
  apiKey: process.env.EARSHOT_API_KEY,
  configuration: { baseURL: 'http://127.0.0.1:8080/openai/v1' },
});
console.log((await model.invoke('Hello!')).text);
