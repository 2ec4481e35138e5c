import { describe, expect, it } from '@jest/globals';
import { renderPromptTemplate, templateProblem } from './prompt-template.js';

describe('a template', () => {
  it.each([
    ['plain text', 'You are kind.', {}, 'You are kind.'],
    ['a value', 'You are {{ name }}.', { name: 'Ada' }, 'You are Ada.'],
    ['a value of a value', '{{ user.name }}', { user: { name: 'Ada' } }, 'Ada'],
    ['a value with signs of HTML, as it is', '{{ a }}', { a: '<b> & "c"' }, '<b> & "c"'],
    ['a value that looks like a template, as it is', '{{ a }}', { a: '{{ b }}{% if %}' }, '{{ b }}{% if %}'],
    ['a condition on what is not there', '{% if a %}yes{% else %}no{% endif %}', {}, 'no'],
    ['a default for what is not there', '{{ tone | default: "calm" }}', {}, 'calm'],
    ['a list', '{% for t in topics %}{{ t }};{% endfor %}', { topics: ['a', 'b'] }, 'a;b;'],
    ['numbers and truth', '{{ n }} {{ yes }}', { n: 1.5, yes: true }, '1.5 true'],
    ['text that is not to be read as a template', '{% raw %}{{ a }}{% endraw %}', {}, '{{ a }}'],
  ])('takes %s', (_, template, args, prompt) => {
    expect(templateProblem(template)).toBeNull();
    expect(renderPromptTemplate(template, args)).toBe(prompt);
  });

  it.each([
    ['{{ name }}', 'name'],
    ['{{ user.name }}', 'user'],
    ['{{ toString }}', 'toString'],
    ['{{ __proto__ }}', '__proto__'],
  ])('%s without its argument is refused, and the argument named', (template, name) => {
    expect(() => renderPromptTemplate(template, {})).toThrow(
      expect.objectContaining({ code: 'system_prompt_argument_missing', param: `system_prompt_args.${name}` }),
    );
  });

  it.each(['constructor', 'toString', '__proto__'])('reaches no %s of a value', (name) => {
    expect(() => renderPromptTemplate(`{{ a.${name} }}`, { a: {} })).toThrow(
      expect.objectContaining({ code: 'system_prompt_argument_missing' }),
    );
  });

  it.each([
    ['more text than it may', '{% for i in (1..1000) %}{{ a }}{% endfor %}', { a: 'x'.repeat(1_000) }],
    ['a range without end', '{% for i in (1..1000000000) %}{{ i }}{% endfor %}', {}],
    ['loops in loops', `${'{% for i in (1..1000) %}'.repeat(3)}x${'{% endfor %}'.repeat(3)}`, {}],
    ['a text that doubles', `{% assign b = a %}${'{% assign b = b | append: b %}'.repeat(40)}{{ b }}`, { a: 'xx' }],
  ])('is given up where it makes %s', (_, template, args) => {
    expect(() => renderPromptTemplate(template, args)).toThrow(
      expect.objectContaining({ code: 'system_prompt_failed', param: 'system_prompt_args' }),
    );
  });

  it.each([
    ['{{ name', /not closed, line:1/],
    ['{% if a %}', /not closed/],
    ['{% unknown %}', /not found/],
    ['{{ a | unknown }}', /undefined filter/],
    ['{% include "file" %}', /not found/],
    ['{% render "file" %}', /not found/],
    ['{% layout "file" %}', /not found/],
  ])('is none where it is %s', (template, problem) => {
    expect(templateProblem(template)).toMatch(problem);
  });
});
