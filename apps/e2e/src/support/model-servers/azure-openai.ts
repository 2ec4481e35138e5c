import { data, type ServerAnswers } from './server-answers.js';
import { openai } from './openai.js';

const safe = { filtered: false, severity: 'safe' };
const filters = { hate: safe, self_harm: safe, sexual: safe, violence: safe };
const promptFilters = { prompt_filter_results: [{ prompt_index: 0, content_filter_results: filters }] };

/** The first event has no choices: it says what the filter thinks of the prompt. */
const first = data({ id: '', object: '', created: 0, model: '', choices: [], ...promptFilters });

/** Azure OpenAI: as OpenAI, with the findings of its content filter. */
export const azureOpenai: ServerAnswers = {
  stream: [first, ...openai.stream],
  whole: { ...openai.whole, ...promptFilters },
  call: [first, ...openai.call],
  failure: {
    status: 400,
    body: {
      error: {
        message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
        type: null,
        param: 'prompt',
        code: 'content_filter',
        status: 400,
        innererror: {
          code: 'ResponsibleAIPolicyViolation',
          content_filter_result: { ...filters, violence: { filtered: true, severity: 'high' } },
        },
      },
    },
  },
};
