import { describe, expect, it } from '@jest/globals';
import { chatSnippets } from './chat-snippets.js';

const origin = 'https://earshot.example.com';
const request = { model: 'demo/large', messages: [{ role: 'user', content: "What's new?\n" }], temperature: 0.5 };
const streamed = { ...request, stream: true, stream_options: { include_usage: true } };

describe('chatSnippets', () => {
  it('quotes a body for the shell', () => {
    const { curl } = chatSnippets(origin, request);
    expect(curl).toContain(String.raw`"content":"What'\''s new?\n"`);
    expect(chatSnippets(origin, { ...request, user: 'ada'.repeat(40) })['curl']).toContain('\n  "user": "ada');
    expect(curl).toContain('curl https://earshot.example.com/api/v1/chat/completions');
  });

  it('writes Python literals, and parameters of its own in extra_body', () => {
    const own = { session_id: 's', use_tools: true, tags: ['a'] };
    const { Python } = chatSnippets(origin, { ...request, ...own, store: false, tools: [], stop: null });
    expect(Python).toContain('    temperature=0.5,\n    store=False,\n    tools=[],\n    stop=None,\n');
    expect(Python).toContain(
      'extra_body={\n        "session_id": "s",\n        "use_tools": True,\n        "tags": [\n            "a",\n        ],\n    },',
    );
    expect(Python).toContain('            "content": "What\'s new?\\n",');
  });

  it('writes TypeScript with names that need no quotes', () => {
    const { TypeScript } = chatSnippets(origin, { ...request, use_tools: true });
    expect(TypeScript).toContain('  model: "demo/large",');
    expect(TypeScript).toContain('  use_tools: true');
    expect(TypeScript).toContain('content: "What\'s new?\\n"');
  });

  it('gives TypeScript the type of a body only for parameters that its package does not know', () => {
    const type = 'OpenAI.ChatCompletionCreateParams';
    expect(chatSnippets(origin, streamed)['TypeScript']).not.toContain(type);
    const own = { use_tools: true };
    expect(chatSnippets(origin, { ...request, ...own })['TypeScript']).toContain(`${type}NonStreaming &`);
    expect(chatSnippets(origin, { ...streamed, ...own })['TypeScript']).toContain(`${type}Streaming &`);
  });

  it('reads a stream where the request asks for one', () => {
    const whole = chatSnippets(origin, request);
    const stream = chatSnippets(origin, streamed);
    expect([whole['curl'], stream['curl']]).toEqual([
      expect.stringContaining('curl https:'),
      expect.stringContaining('curl -N https:'),
    ]);
    expect([whole['Python'], stream['Python']]).toEqual([
      expect.stringContaining('print(answer.choices[0].message.content)'),
      expect.stringContaining('for chunk in answer:'),
    ]);
    expect([whole['TypeScript'], stream['TypeScript']]).toEqual([
      expect.stringContaining('console.log(answer.choices[0].message.content);'),
      expect.stringContaining('for await (const chunk of answer)'),
    ]);
  });

  it('reads the key from the environment in every language', () => {
    for (const text of Object.values(chatSnippets(origin, streamed))) expect(text).toContain('EARSHOT_API_KEY');
  });
});
