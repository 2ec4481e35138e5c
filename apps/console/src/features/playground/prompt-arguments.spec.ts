import { describe, expect, it } from '@jest/globals';
import { argumentsFrom } from './prompt-arguments.js';

describe('argumentsFrom', () => {
  it.each([
    ['Be brief.', 'Be brief.', {}],
    ['You help {{ company }}.', 'You help Acme & Co..', { company: 'Acme & Co.' }],
    ['{{ list }}', '[1]', null],
    ['{{a}}, {{ b }}: {{a}}', 'x, y, z: x', { a: 'x', b: 'y, z' }],
    ['{{a}}, {{a}}', 'x, y', null],
    ['Be brief.', 'Be very brief.', null],
    ['{{ name | upcase }}', 'ADA', null],
    ['{% if a %}A{% endif %}', 'A', null],
    ['Hi {{- name }}', 'HiAda', null],
  ])('of %j and %j: %j', (template, rendered, expected) => {
    expect(argumentsFrom(template, rendered)).toEqual(expected);
  });
});
