import type { CallContext } from '@earshot/contracts-core';
import type { AbCampaign, ChatRequest, Model, Tool } from '@earshot/contracts-inference';
import type { Project } from '@earshot/contracts-projects';

/** Ids that every fixture agrees on. */
export const ids = {
  project: '0197a000-0000-7000-8000-000000000001',
  model: '0197a000-0000-7000-8000-000000000002',
  completion: '0197a000-0000-7000-8000-000000000003',
  session: '0197a000-0000-7000-8000-000000000004',
  campaign: '0197a000-0000-7000-8000-0000000000c1',
  metric: '0197a000-0000-7000-8000-000000000006',
  otherModel: '0197a000-0000-7000-8000-000000000007',
};

/** A call as the gateway makes them. */
export const call: CallContext = {
  requestId: 'request-1',
  traceparent: '00-0123456789abcdef0123456789abcdef-0123456789abcdef-01',
};

const madeAt = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };

/** A project, changed as wanted. */
export function aProject(changes: Partial<Project> = {}): Project {
  return { id: ids.project, key: 'shop', name: 'Shop', system_prompt: null, ...madeAt, ...changes };
}

/** A model of {@link aProject}, changed as wanted. */
export function aModel(changes: Partial<Model> = {}): Model {
  return {
    id: ids.model,
    project_id: ids.project,
    key: 'small',
    name: 'Small',
    provider: { kind: 'openai', base_url: 'http://127.0.0.1:1/v1', model: 'tiny', sealed_api_key: null },
    capabilities: ['chat'],
    system_prompt: null,
    parameters: {},
    fallback: [],
    default: true,
    ...madeAt,
    ...changes,
  };
}

/** A tool of {@link aProject}, changed as wanted. */
export function aTool(changes: Partial<Tool> = {}): Tool {
  return {
    id: '0197a000-0000-7000-8000-000000000005',
    project_id: ids.project,
    key: 'weather',
    name: 'Weather',
    description: 'The weather of a place now.',
    parameters: { type: 'object', properties: { place: { type: 'string' } } },
    enabled: true,
    endpoint: { kind: 'http', url: 'http://127.0.0.1:1/', method: 'GET' },
    sealed_headers: null,
    header_names: [],
    ...madeAt,
    ...changes,
  };
}

/** A campaign of {@link aProject} that compares {@link aModel} with another, changed as wanted. */
export function aCampaign(changes: Partial<AbCampaign> = {}): AbCampaign {
  return {
    id: ids.campaign,
    project_id: ids.project,
    key: 'trial',
    name: 'Trial',
    metric_id: ids.metric,
    model_ids: [ids.model, ids.otherModel],
    traffic_split: 1,
    feedback_type: 'metric',
    auto_deploy: false,
    status: 'warmup',
    winner_model_id: null,
    ...madeAt,
    ...changes,
  };
}

/** A request for {@link aModel}, changed as wanted. */
export function aChatRequest(changes: Partial<ChatRequest> = {}): ChatRequest {
  return {
    response_id: 'chatcmpl-1',
    completion_ids: [ids.completion],
    session_id: ids.session,
    project_id: ids.project,
    model: 'small',
    messages: [{ role: 'user', content: 'Hello?' }],
    stop: null,
    max_tokens: null,
    temperature: null,
    top_p: null,
    stream: true,
    user: null,
    labels: {},
    tags: [],
    store: true,
    received_at_ms: Date.now(),
    max_ttft_ms: null,
    ...changes,
  };
}
