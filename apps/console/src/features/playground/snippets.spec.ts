import { describe, expect, it } from '@jest/globals';
import { snippetsOf, type ChatBody } from './snippets.js';

const body: ChatBody = {
  model: 'demo/demo',
  messages: [{ role: 'user', content: "What's up?\nTell" }],
  temperature: 0,
  store: false,
  use_tools: true,
  tags: ['a'],
  stream: true,
};

describe('snippetsOf', () => {
  const { curl = '', Python = '', TypeScript = '' } = snippetsOf('http://127.0.0.1:8080', body);

  it('writes curl with quotes that a shell reads back', () => {
    expect(curl).toContain('http://127.0.0.1:8080/api/v1/chat/completions');
    const json = /-d '(.*)'$/s.exec(curl)?.[1]?.replaceAll(String.raw`'\''`, "'") ?? '';
    expect(JSON.parse(json)).toEqual(body);
  });

  it('writes literals of Python, and fields that its client does not know as extra_body', () => {
    expect(Python).toContain('temperature=0,');
    expect(Python).toContain('store=False,');
    expect(Python).toMatch(/extra_body=\{\n {8}"use_tools": True,\n {8}"tags": \[\n {12}"a",\n {8}\],\n {4}\},/);
    expect(Python).toContain('"content": "What\'s up?\\nTell"');
  });

  it('writes TypeScript without quotes around names', () => {
    expect(TypeScript).toContain('  use_tools: true,');
    expect(TypeScript).toContain("baseURL: 'http://127.0.0.1:8080/api/v1'");
  });

  it('never holds a key, and shortens images', () => {
    const url = `data:image/png;base64,${'A'.repeat(500)}`;
    const messages: ChatBody['messages'] = [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }];
    for (const text of Object.values(snippetsOf('http://x', { model: 'm', messages }))) {
      expect(text).toContain('EARSHOT_API_KEY');
      expect(text).not.toContain('A'.repeat(100));
    }
  });
});
