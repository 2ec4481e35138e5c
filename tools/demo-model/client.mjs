/** Far more than an answer of the demo model takes, even on a busy machine. */
const TIMEOUT_MS = 30_000;
/** The longest right answer has about 90 tokens; a model that does not stop is cut here. */
const MAX_TOKENS = 200;

/** Asks an installation over HTTP. */
export class Client {
  constructor(url, apiKey) {
    this.url = url;
    this.apiKey = apiKey;
  }

  /**
   * Requests a greedy answer. Returns its text, finish reason, tokens, duration and, in a stream, the time to the
   * first token.
   *
   * @throws Error with the server's response if its status is not 200.
   */
  async chat(model, messages, stream) {
    const since = performance.now();
    const body = { model: `demo/${model}`, messages, stream, temperature: 0, max_tokens: MAX_TOKENS, store: false };
    const response = await this.post('/api/v1/chat/completions', {
      ...body,
      ...(stream && { stream_options: { include_usage: true } }),
    });
    const answer = stream ? await streamed(response, since) : whole(await response.json());
    return { ...answer, ms: performance.now() - since };
  }

  /** Vectors of texts. */
  async embed(model, input) {
    const { data } = await (await this.post('/api/v1/embeddings', { model: `demo/${model}`, input })).json();
    return data.map(({ embedding }) => embedding);
  }

  async post(path, body) {
    const response = await fetch(this.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response;
  }
}

function whole({ choices: [choice], usage }) {
  return {
    text: choice.message.content,
    finishReason: choice.finish_reason,
    tokens: usage.completion_tokens,
    firstMs: NaN,
  };
}

async function streamed(response, since) {
  const answer = { text: '', finishReason: null, tokens: 0, firstMs: NaN };
  for await (const event of events(response.body)) {
    if (event.error) throw new Error(event.error.message);
    if (event.usage) answer.tokens = event.usage.completion_tokens;
    const [choice] = event.choices;
    if (choice === undefined) continue;
    if (answer.text === '') answer.firstMs = performance.now() - since;
    answer.text += choice.delta.content;
    answer.finishReason ??= choice.finish_reason ?? null;
  }
  return answer;
}

async function* events(body) {
  let rest = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      if (line.startsWith('data: ') && line !== 'data: [DONE]') yield JSON.parse(line.slice('data: '.length));
    }
  }
}
