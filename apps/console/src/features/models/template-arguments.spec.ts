import { describe, expect, it } from '@jest/globals';
import { argumentsOf } from './template-arguments.js';

describe('argumentsOf', () => {
  it('finds the names of outputs and conditions', () => {
    expect(argumentsOf('You are {{ name }}.{% if tone == "kind" %} Be {{ tone | upcase }}.{% endif %}')).toEqual([
      'name',
      'tone',
    ]);
  });

  it('takes the first name of a path, and no own names of the template', () => {
    expect(
      argumentsOf('{% for item in shop.items %}{{ item.title }}{% endfor %}{% assign x = a %}{{ x }}{{ b["c"] }}'),
    ).toEqual(['shop', 'a', 'b']);
  });

  it('finds none in plain text', () => {
    expect(argumentsOf('You are {name}. 100 %')).toEqual([]);
  });
});
