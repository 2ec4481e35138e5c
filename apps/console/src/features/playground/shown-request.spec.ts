import { describe, expect, it } from '@jest/globals';
import type { ChatBody } from './request.js';
import { shownRequest } from './shown-request.js';

const sent = (text: string, url: string): ChatBody => ({
  model: 'demo/demo',
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text },
        { type: 'image_url', image_url: { url } },
      ],
    },
  ],
});

describe('shownRequest', () => {
  it('shortens images, and keeps texts and addresses of any length', () => {
    const text = 'data '.repeat(100);
    const address = `https://example.com/${'a'.repeat(100)}`;
    expect(shownRequest(sent(text, address))).toEqual(sent(text, address));
    const image = `data:image/png;base64,${'A'.repeat(500)}`;
    expect(shownRequest(sent(text, image))).toEqual(sent(text, `${image.slice(0, 64)}...`));
  });
});
