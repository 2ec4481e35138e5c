import { call, create } from './api.js';
import { projectWithInteractions } from './interaction-samples.js';

/** Creates a project in which every view has something to show. @returns the id of an interaction. */
export async function filledProject(project: string): Promise<string> {
  await projectWithInteractions(project);
  const base = `/api/v1/projects/${project}`;
  const models = ['large', 'small'];
  const resources = {
    ab_campaigns: { key: 'trial', metric: 'helpful', models, traffic_split: 0, feedback_type: 'preference' },
    review_queues: { key: 'weekly', name: 'Weekly review', kind: 'compare', metric: 'helpful', source: null },
    tools: {
      key: 'weather',
      description: 'The weather of a place now.',
      parameters: { type: 'object' },
      ...{ kind: 'http', url: 'http://127.0.0.1:9/weather', method: 'GET' },
    },
  };
  for (const [path, body] of Object.entries(resources)) await create(`${base}/${path}`, body);
  const { body } = await call('GET', `${base}/interactions?limit=1`);
  return body.data[0]?.completion_id ?? '';
}
