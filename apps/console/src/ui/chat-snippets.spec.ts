import { describe, expect, it } from '@jest/globals';
import { chatSnippets } from './chat-snippets.js';

const origin = 'https://earshot.example.com';
const request = { model: 'demo/large', messages: [{ role: 'user', content: "What's new?\n" }], temperature: 0.5 };

describe('chatSnippets', () => {
  it('quotes a body for the shell', () => {
    const { curl } = chatSnippets(origin, request);
    expect(curl).toContain(String.raw`"content":"What'\''s new?\n"`);
    expect(chatSnippets(origin, { ...request, user: 'ada'.repeat(40) })['curl']).toContain('\n  "user": "ada');
    expect(curl).toContain('curl https://earshot.example.com/api/v1/chat/completions');
    expect(curl).toContain('Bearer $EARSHOT_API_KEY');
  });

  it('writes Python literals, and parameters of its own in extra_body', () => {
    const { Python } = chatSnippets(origin, { ...request, session_id: 's', store: true, tools: [], stop: null });
    expect(Python).toContain('    temperature=0.5,\n    tools=[],\n    stop=None,\n');
    expect(Python).toContain('extra_body={\n        "session_id": "s",\n        "store": True,\n    },');
    expect(Python).toContain('            "content": "What\'s new?\\n",');
  });

  it('writes TypeScript with names that need no quotes', () => {
    const { TypeScript } = chatSnippets(origin, request);
    expect(TypeScript).toContain('  model: "demo/large",');
    expect(TypeScript).toContain('content: "What\'s new?\\n"');
    expect(TypeScript).not.toContain('ts-expect-error');
    expect(chatSnippets(origin, { ...request, labels: {} })['TypeScript']).toContain('ts-expect-error');
  });
});
