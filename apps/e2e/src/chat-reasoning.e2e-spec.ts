import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import OpenAI from 'openai';
import { addModel, call, makeProject } from './support/api.js';
import { ScriptedProvider } from './support/provider.js';
import { recordedWithinMs } from './support/records.js';
import { stack } from './support/stack.js';
import { until } from './support/until.js';

jest.setTimeout(60_000);

const citation = { type: 'url_citation', url_citation: { url: 'https://example.com', start_index: 0, end_index: 2 } };
const details = {
  prompt_tokens_details: { cached_tokens: 3 },
  completion_tokens_details: { reasoning_tokens: 5, audio_tokens: 0 },
};
const about = { system_fingerprint: 'fp_1', service_tier: 'flex' };

describe('reasoning and refusals of a provider', () => {
  const provider = new ScriptedProvider();
  let project: Awaited<ReturnType<typeof makeProject>>;
  let client: OpenAI;
  let request: OpenAI.ChatCompletionCreateParamsNonStreaming;

  beforeAll(async () => {
    project = await makeProject();
    await addModel(project, await provider.start());
    client = new OpenAI({ apiKey: project.apiKey, baseURL: `${stack().url}/api/v1`, maxRetries: 0 });
    request = { model: project.key, messages: [{ role: 'user', content: 'Hello' }] };
  });
  afterAll(() => provider.stop());

  async function recordOf(completion: string): Promise<unknown> {
    return until(async () => {
      const { status, body } = await call('GET', `/api/v1/projects/${project.key}/interactions/${completion}`);
      return status === 200 && body;
    }, recordedWithinMs);
  }

  it.each(['reasoning_content', 'reasoning'])('reach the caller and the record: whole, %s', async (name) => {
    const message = { [name]: 'Hm. 🎧', annotations: [citation] };
    provider.script = { words: ['Hi'], message, about, usage: details };
    const answer = await client.chat.completions.create(request);
    expect(answer).toMatchObject({ ...about, usage: details });
    const [choice] = answer.choices as unknown as { completion_id: string; message: object }[];
    expect(choice?.message).toMatchObject({ content: 'Hi', reasoning_content: 'Hm. 🎧', annotations: [citation] });
    const record = await recordOf(choice?.completion_id ?? '');
    expect(record).toMatchObject({ completion: 'Hi', reasoning: 'Hm. 🎧', usage: details });
  });

  it.each(['reasoning_content', 'reasoning'])('reach the caller and the record: streamed, %s', async (name) => {
    provider.script = { words: ['H', 'i'], message: { [name]: 'Hm.', annotations: [citation] }, about, usage: details };
    const stream = await client.chat.completions.create({
      ...request,
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    const deltas = chunks.flatMap(({ choices }) =>
      choices.map(({ delta }) => delta as Partial<Record<string, string>>),
    );
    expect(deltas.map((delta) => delta['reasoning_content'] ?? '').join('')).toBe('Hm.');
    expect(deltas.map((delta) => delta['content']).join('')).toBe('Hi');
    expect(deltas.flatMap((delta) => (delta['annotations'] as unknown as object[] | undefined) ?? [])).toEqual([
      citation,
    ]);
    expect(chunks[0]).toMatchObject(about);
    expect(chunks.at(-1)).toMatchObject({ usage: details });
    const [choice] = chunks[0]?.choices as unknown as { completion_id: string }[];
    const record = await recordOf(choice?.completion_id ?? '');
    expect(record).toMatchObject({ completion: 'Hi', reasoning: 'Hm.', usage: details });
  });

  it('include a refusal with empty content', async () => {
    provider.script = { words: [], message: { content: null, refusal: 'I cannot.' } };
    const [choice] = (await client.chat.completions.create(request)).choices;
    expect(choice?.message).toMatchObject({ content: null, refusal: 'I cannot.' });
    const { completion_id } = choice as unknown as { completion_id: string };
    expect(await recordOf(completion_id)).toMatchObject({ completion: '', refusal: 'I cannot.' });
  });

  it('are recorded in full when too large for a message of Kafka', async () => {
    const reasoning = 'long '.repeat(300_000);
    provider.script = { words: ['Hi'], message: { reasoning_content: reasoning } };
    const answer = await client.chat.completions.create({ ...request, n: 2 });
    const { completion_id } = answer.choices[1] as unknown as { completion_id: string };
    const record = (await recordOf(completion_id)) as { completion: string; reasoning: string };
    expect([record.completion, record.reasoning.length]).toEqual(['Hi', reasoning.length]);
  });
});
