import { describe, expect, it } from '@jest/globals';
import { templateProblem } from './engine.js';
import { render } from './render.js';

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
    ['a list of lists, as one text', '{{ a }}{{ nil }}', { a: ['a', ['b', null, [1]]] }, 'ab1'],
    ['numbers and truth', '{{ n }} {{ yes }}', { n: 1.5, yes: true }, '1.5 true'],
    ['text that is not to be read as a template', '{% raw %}{{ a }}{% endraw %}', {}, '{{ a }}'],
    ['captured text', '{% capture b %}{{ a }}!{% endcapture %}{{ b | upcase }}', { a: 'x' }, 'X!'],
    ['filters with generators', '{{ a | sort: "n" | map: "n" | join: "," }}', { a: [{ n: 2 }, { n: 1 }] }, '1,2'],
    ['searches', '{{ a | replace: "l", "r" }}{% if a contains "ell" %}!{% endif %}', { a: 'hello' }, 'herro!'],
    ['turns', '{% for i in (1..3) %}{% cycle "a", "b" %}{% endfor %}', {}, 'aba'],
    ['64 Ki characters of one argument', '{{ a }}', { a: 'x'.repeat(65_536) }, 'x'.repeat(65_536)],
  ])('renders %s', (_, template, args, prompt) => {
    expect(templateProblem(template)).toBeNull();
    expect(render(template, args)).toEqual({ kind: 'prompt', prompt });
  });

  it.each([
    ['{{ name }}', 'name'],
    ['{{ user.name }}', 'user'],
    ['{{ toString }}', 'toString'],
    ['{{ __proto__ }}', '__proto__'],
  ])('%s without its argument fails and names the argument', (template, name) => {
    expect(render(template, {})).toEqual({ kind: 'argument_missing', name });
  });

  it.each(['constructor', 'toString', '__proto__'])('has no access to %s of a value', (name) => {
    expect(render(`{{ a.${name} }}`, { a: {} })).toMatchObject({ kind: 'argument_missing' });
  });

  it('longer than the limit of a prompt is rejected', () => {
    expect(render('{{ a }}{{ a }}', { a: 'x'.repeat(40_000) })).toMatchObject({ kind: 'failed' });
  });

  it.each([
    ['{{ name', /not closed, line:1/],
    ['{% if a %}', /not closed/],
    ['{% unknown %}', /not found/],
    ['{{ a | unknown }}', /undefined filter/],
    ['{% include "file" %}', /not found/],
    ['{% render "file" %}', /not found/],
    ['{% layout "file" %}', /not found/],
    ['{{ "x" | upcase }}'.repeat(1_000), /16384 characters/],
  ])('is rejected where it is %s', (template, problem) => {
    expect(templateProblem(template)).toMatch(problem);
  });

  it.each([
    '{{ a | has_exp: "x", "x == 1" }}',
    '{{ a | find_exp: "x", "x == 1" }}',
    '{{ a | find_index_exp: "x", "x == 1" }}',
    '{% assign b = a | where_exp: "x", "x == 1" %}',
    '{% assign b = a | reject_exp: "x", "x == 1" %}',
    '{% if a %}{% liquid\n echo a | group_by_exp: "x", "x" %}{% endif %}',
    '{% for i in a %}{% cycle a | has_exp: "x", "x == 1", "b" %}{% endfor %}',
  ])('rejects a filter that evaluates expressions: %s', (template) => {
    const name = /\w+_exp/.exec(template)?.[0];
    expect(templateProblem(template)).toContain(`the filter '${name}' is not supported`);
    // As one that was stored before the filter was taken out.
    const why = expect.stringContaining(`the filter '${name}' is not supported`);
    expect(render(template, { a: [1] })).toEqual({ kind: 'failed', why });
  });
});
