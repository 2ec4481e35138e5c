import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { problemOf } from './rules.mjs';

const held = (name) => JSON.parse(readFileSync(path.join(import.meta.dirname, 'held-out', name), 'utf8'));
const rule = { contains: ['/outcome'], excludes: ["don't know"], maxCharacters: 20 };

describe('a rule', () => {
  it.each([
    ['POST /outcome.', 'stop', null],
    ['POST /Outcome.', 'stop', null],
    ['POST /outcome.', 'length', 'it ended with length'],
    ['POST /feedback.', 'stop', 'it lacks /outcome'],
    ["/outcome? I don't know.", 'stop', "it has don't know"],
    ['POST /outcome, I think.', 'stop', 'it is longer than 20 characters'],
  ])('evaluates %j, which ended with %s, as %j', (text, finishReason, problem) => {
    expect(problemOf({ text, finishReason }, rule, {})).toBe(problem);
  });

  it('requires the name of the question', () => {
    const named = { contains: ['{name}'], excludes: [] };
    expect(problemOf({ text: 'I am Quillon.', finishReason: 'stop' }, named, { name: 'Quillon' })).toBeNull();
    expect(problemOf({ text: 'I am Ada.', finishReason: 'stop' }, named, { name: 'Quillon' })).toBe('it lacks {name}');
  });
});

describe('the held-out questions', () => {
  const items = held('questions.json');
  const rules = held('rules.json');

  it('are at least 250 dialogues, each with a rule', () => {
    expect(items.length).toBeGreaterThanOrEqual(250);
    for (const { turns } of items) {
      for (const turn of turns) expect(rules[turn.rule]?.contains.length).toBeGreaterThan(0);
    }
  });

  it('are unique', () => {
    const dialogues = items.map(({ system, turns }) => JSON.stringify([system, turns.map(({ ask }) => ask)]));
    expect(new Set(dialogues).size).toBe(items.length);
  });
});
