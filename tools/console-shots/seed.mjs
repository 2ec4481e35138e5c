const requestTimeoutMs = 60_000;

const prompts = [
  'What is Earshot?',
  'How do I record feedback on an answer?',
  'Which model is better?',
  'Can I use my own model?',
  'What happens if a process is killed?',
  'How do I build a dataset?',
  'Where are files stored?',
  'What is an A/B campaign?',
  'How do I import conversations?',
  'Which clients work with it?',
];
const reasons = [undefined, undefined, 'Style', 'Factuality'];
/** Comparisons of one pair of answers to each prompt, by different users. */
const rounds = 3;

/**
 * Creates a project with two models, chats, feedback, a campaign with comparisons and a review queue, all through the
 * HTTP interface.
 *
 * @param {{ url: string, key: string, log: (text: string) => void }} options
 */
export async function seed({ url, key, log }) {
  const name = `support-${Date.now().toString(36)}`;
  const send = sender(url, key);
  const base = `/api/v1/projects/${name}`;
  await send('/api/v1/projects', { key: name, name: 'Support' });
  const files = { large: 'earshot-demo.gguf', small: 'earshot-demo-small.gguf' };
  for (const [model, file] of Object.entries(files))
    await send(`${base}/models`, {
      key: model,
      name: model === 'large' ? 'Large' : 'Small',
      provider: { kind: 'llama', model_file: file },
      capabilities: ['chat'],
      parameters: { temperature: 0.2 },
      default: model === 'large',
    });
  await send(`${base}/metrics`, { key: 'helpful', name: 'Helpful', kind: 'bool' });
  await send(`${base}/metrics`, { key: 'rating', name: 'Rating', kind: 'scalar', scoring_type: 'higher_is_better' });
  const campaign = { key: 'large-or-small', metric: 'helpful', models: ['large', 'small'] };
  await send(`${base}/ab_campaigns`, { ...campaign, traffic_split: 0, feedback_type: 'preference' });
  await send(`${base}/api_keys`, { name: 'web shop', permissions: ['inference', 'feedback'] });
  const answers = [];
  for (const [index, content] of Array.from({ length: rounds }, () => prompts)
    .flat()
    .entries()) {
    const pair = await Promise.all(
      Object.keys(files).map((model) => chat(send, { project: name, model, content, index })),
    );
    answers.push({ content, pair });
  }
  log(`${answers.length * 2} chats`);
  for (const [index, { pair }] of answers.entries()) await judge(send, name, index, pair);
  const source = { models: ['large', 'small'] };
  const queue = { key: 'weekly', name: 'Weekly review', kind: 'compare', metric: 'helpful', source };
  await send(`${base}/review_queues`, queue);
  return { key: name, completionId: answers[0].pair[0].completionId, sessionId: answers[0].pair[0].sessionId };
}

async function chat(send, { project, model, content, index }) {
  const { choices, session_id } = await send('/api/v1/chat/completions', {
    model: `${project}/${model}`,
    messages: [{ role: 'user', content }],
    user: `user-${index % 7}`,
    tags: [index % 3 === 0 ? 'mobile' : 'web'],
  });
  return { completionId: choices[0].completion_id, sessionId: session_id };
}

/** Most people prefer the large model; some find both good, few both bad. */
async function judge(send, project, index, [large, small]) {
  const metric = 'helpful';
  const tied = index % 9 === 4 ? 'good' : index % 11 === 7 ? 'bad' : undefined;
  const [preferred, other] = index % 7 === 3 ? [small, large] : [large, small];
  const sides = { preferred_completion: preferred.completionId, other_completion: other.completionId };
  await send('/api/v1/comparison', { project, metric, ...sides, tied });
  for (const [side, value] of [
    [large, index % 8 !== 2],
    [small, index % 3 !== 0],
  ]) {
    const reason = value ? undefined : reasons[index % reasons.length];
    await send('/api/v1/feedback', { project, metric, completion_id: side.completionId, value, reason });
  }
  await send('/api/v1/feedback', {
    project,
    metric: 'rating',
    completion_id: large.completionId,
    value: 3 + (index % 3),
  });
}

/**
 * Returns a function that posts JSON and returns the JSON of the response.
 * @throws Error of the interface's message.
 */
function sender(url, key) {
  return async (address, body) => {
    const response = await fetch(url + address, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`POST ${address}: ${response.status} ${answer.error?.message}`);
    return answer;
  };
}
