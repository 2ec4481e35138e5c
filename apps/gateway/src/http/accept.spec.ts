import { describe, expect, it } from '@jest/globals';
import { accepts } from './accept.js';

describe(accepts.name, () => {
  it.each([
    'application/json',
    '*/*',
    'application/*',
    'text/html, application/json;q=0.5',
    'TEXT/HTML, Application/JSON',
    'application/json; charset=utf-8',
    '*/*;q=0.1, text/html',
    'application/*;q=0, application/json',
    '',
  ])('accepts JSON under %j', (header) => {
    expect(accepts(header, 'application/json')).toBe(true);
  });

  it.each([
    'text/html',
    'text/*',
    'application/json;q=0',
    'application/json;q=0.000, */*',
    'application/*;q=0, */*',
    'application/jsonl',
    'nonsense',
  ])('rejects JSON under %j', (header) => {
    expect(accepts(header, 'application/json')).toBe(false);
  });
});
