import { describe, expect, it } from '@jest/globals';
import { countOfSettings, fieldsOf, noSettings, settingErrors } from './settings.js';

const tools = [
  { key: 'weather', enabled: true },
  { key: 'search', enabled: false },
];

describe('settings of a request', () => {
  it('send nothing that is not set', () => {
    expect(fieldsOf(noSettings, tools)).toEqual({});
    expect(countOfSettings(noSettings)).toBe(0);
  });

  it('send numbers, also 0, and the rest in the form of the interface', () => {
    const settings = {
      ...noSettings,
      temperature: '0',
      topP: ' 0.5',
      maxTokens: '20',
      stop: 'END\n\nSTOP',
      tags: 'a, ,b',
      user: ' ada ',
      store: false,
    };
    expect(fieldsOf(settings, [])).toEqual({
      temperature: 0,
      top_p: 0.5,
      max_tokens: 20,
      stop: ['END', 'STOP'],
      tags: ['a', 'b'],
      user: 'ada',
      store: false,
    });
    expect(countOfSettings(settings)).toBe(7);
  });

  it('name only the tools whose choice differs from the project', () => {
    expect(fieldsOf({ ...noSettings, tools: ['weather'] }, tools)).toEqual({ use_tools: true });
    expect(fieldsOf({ ...noSettings, tools: ['search'], toolChoice: 'required' }, tools)).toEqual({
      use_tools: true,
      tool_choice: 'required',
      tools: [
        { id: 'weather', enabled: false },
        { id: 'search', enabled: true },
      ],
    });
  });

  it('send arguments of the system prompt as texts, lists and objects as JSON', () => {
    const systemArguments = { name: 'Ada', list: '[1,2]', broken: '{x', unset: '' };
    expect(fieldsOf({ ...noSettings, systemArguments }, [])).toEqual({
      system_prompt_args: { name: 'Ada', list: [1, 2], broken: '{x' },
    });
  });

  it('send the format of the answer', () => {
    expect(fieldsOf({ ...noSettings, format: 'json_schema', schema: '{"type":"object"}' }, [])).toEqual({
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: { type: 'object' } } },
    });
    expect(fieldsOf({ ...noSettings, format: 'json_object' }, [])).toEqual({
      response_format: { type: 'json_object' },
    });
  });

  it('name the fields that cannot be sent', () => {
    expect(settingErrors(noSettings)).toEqual({});
    expect(Object.keys(settingErrors({ ...noSettings, topP: 'x', format: 'json_schema', schema: '[]' }))).toEqual([
      'top_p',
      'response_format',
    ]);
  });
});
