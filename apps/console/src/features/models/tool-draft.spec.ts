import { describe, expect, it } from '@jest/globals';
import type { Tool } from './queries.js';
import { createToolBody, schemaProblem, toolDraftOf, updateToolBody } from './tool-draft.js';

const tool: Tool = {
  id: '1',
  key: 'weather',
  name: 'weather',
  project_id: 'p',
  description: 'The weather.',
  parameters: { type: 'object', properties: {} },
  enabled: true,
  url: 'https://weather.example',
  header_names: ['authorization'],
  created_at: '',
  updated_at: '',
  kind: 'http',
  method: 'GET',
};

describe('the form of a tool', () => {
  it('changes nothing when nothing was typed, and keeps the stored headers', () => {
    expect(updateToolBody(tool, toolDraftOf(tool))).toEqual({});
  });

  it('sends all headers when they are replaced', () => {
    const headers = [{ name: 'authorization', value: 'Bearer x' }];
    expect(updateToolBody(tool, { ...toolDraftOf(tool), headers })).toEqual({ headers: { authorization: 'Bearer x' } });
    expect(updateToolBody(tool, { ...toolDraftOf(tool), headers: [] })).toEqual({ headers: {} });
  });

  it('creates the fields of the kind only', () => {
    const body = createToolBody({ ...toolDraftOf(null), key: 'search', kind: 'mcp', tool: 'find' });
    expect(body).toMatchObject({ kind: 'mcp', tool: 'find' });
    expect(body).not.toHaveProperty('method');
  });
});

describe('schemaProblem', () => {
  it('accepts a schema of an object', () => {
    expect(schemaProblem(toolDraftOf(null).parameters)).toBeNull();
  });

  it.each([
    ['{', 'Not JSON yet'],
    ['[]', 'Enter a JSON object.'],
    ['{"type": "string"}', 'The schema needs "type": "object".'],
    ['{"type": "object", "required": ["a"]}', '"required" names "a", which "properties" lacks.'],
    ['{"type": "object", "properties": 1}', '"properties" must be an object.'],
  ])('rejects %s', (text, problem) => {
    expect(schemaProblem(text)).toContain(problem);
  });
});
