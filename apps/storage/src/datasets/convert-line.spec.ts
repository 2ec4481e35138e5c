import { describe, expect, it } from '@jest/globals';
import { convertLine, isBlank } from './convert-line.js';

const convert = (line: string | Buffer) => convertLine(Buffer.from(line as string));
const faultOf = (line: string | Buffer) => (convert(line) as { fault: string }).fault;

describe(convertLine.name, () => {
  it('writes one canonical line', () => {
    expect(convert('{"completion":"Hi","extra":1,"prompt":"\\u00c4rger\\n"}')).toEqual({
      row: '{"messages":[{"role":"user","content":"Ärger\\n"}],"completion":"Hi"}',
    });
  });

  it.each([
    ['not JSON', '{"prompt": "x",}', 'The line is not valid JSON, column 16: property name expected.'],
    ['cut short', '{"prompt": "x', 'The line is not valid JSON, column 12: unexpected end of string.'],
    ['no object', '[1]', 'The line must be a JSON object, { ... }.'],
    ['not UTF-8', Buffer.from('{"prompt":"\xff"}', 'latin1'), 'The line is not valid UTF-8.'],
    ['half a character', Buffer.from('{"prompt":"Ä"}').subarray(0, 12), 'The line is not valid UTF-8.'],
    ['no Unicode', '{"prompt":"\\ud800"}', 'prompt: A string contains NUL or an unpaired surrogate.'],
    ['without end', `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`, 'deeper than 64 levels'],
    ['a number that is none', '{"prompt":"x","metrics":{"a":1e999}}', 'metrics.a: A number exceeds the range'],
    ['a trap', '{"__proto__":{}}', '__proto__'],
    ['nothing of ours', '{}', 'messages: is required if prompt is absent.'],
  ])('reports a line that is %s', (_, line, fault) => {
    expect(faultOf(line)).toContain(fault);
  });

  it('names a few problems, and the number of others', () => {
    const messages = Array.from({ length: 5 }, () => ({ role: 'robot', content: 'x' }));
    expect(faultOf(JSON.stringify({ messages }))).toMatch(/^messages\[0\]\.role: .*messages\[2\].*; and 2 more\.$/);
  });

  it('limits a message to a few hundred characters, for any line', () => {
    const metrics = Object.fromEntries([0, 1, 2].map((at) => [`${at}`.repeat(1_000), 'x']));
    expect(faultOf(JSON.stringify({ prompt: 'x', metrics }))).toHaveLength(500);
  });
});

describe(isBlank.name, () => {
  it('is true of white space alone', () => {
    expect(['', ' \t\r', ' x'].map((text) => isBlank(Buffer.from(text)))).toEqual([true, true, false]);
  });
});
