import { describe, expect, it } from '@jest/globals';
import { formatJson, isOwnImage } from './content.js';

describe('content of messages', () => {
  it('formats JSON and nothing else', () => {
    expect(formatJson('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(formatJson('{"a":')).toBe('{"a":');
  });

  it.each([
    ['/images/x', true],
    ['https://earshot.example.com/images/x', true],
    ['data:image/png;base64,AA==', true],
    ['data:text/html,x', false],
    ['https://example.com/x.png', false],
    ['http://', false],
  ])('loads images of its own address only: %s', (url, isOwn) => {
    expect(isOwnImage(url, 'https://earshot.example.com')).toBe(isOwn);
  });
});
