import { describe, expect, it } from '@jest/globals';
import { createBody, draftOf, problemsOf, updateBody } from './model-draft.js';
import type { Model } from './queries.js';

const model: Model = {
  id: '1',
  key: 'large',
  name: 'large',
  project_id: 'p',
  provider: { kind: 'openai', base_url: 'http://a/v1', model: 'q', has_api_key: true, base_url_trusted: true },
  default: true,
  capabilities: ['chat'],
  system_prompt: null,
  parameters: { temperature: 0.3 },
  fallback: [],
  created_at: '',
  updated_at: '',
};

describe('the form of a model', () => {
  it('changes nothing when nothing was typed', () => {
    expect(updateBody(model, draftOf(model))).toEqual({});
  });

  it('sends only changed fields', () => {
    const draft = { ...draftOf(model), temperature: '0.5', systemPrompt: 'Be brief.' };
    expect(updateBody(model, draft)).toEqual({ parameters: { temperature: 0.5 }, system_prompt: 'Be brief.' });
  });

  it('sends the key of the provider only when a new one was typed', () => {
    expect(updateBody(model, { ...draftOf(model), providerModel: 'r' }).provider).toEqual({
      kind: 'openai',
      base_url: 'http://a/v1',
      model: 'r',
    });
    expect(updateBody(model, { ...draftOf(model), removesApiKey: true }).provider).toMatchObject({ api_key: null });
  });

  it('creates an external model without capabilities', () => {
    expect(createBody({ ...draftOf(null), key: 'gpt', kind: 'external' })).toMatchObject({
      key: 'gpt',
      provider: { kind: 'external' },
      capabilities: [],
    });
  });

  it('names numbers that are none', () => {
    expect(problemsOf({ ...draftOf(null), temperature: 'warm' })).toMatchObject({
      temperature: 'Enter a number.',
      topP: null,
    });
  });
});
