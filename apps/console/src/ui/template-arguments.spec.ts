import { describe, expect, it } from '@jest/globals';
import { argumentsOfTemplate } from './template-arguments.js';

describe('argumentsOfTemplate', () => {
  it('finds the names of outputs, without filters and texts', () => {
    expect(argumentsOfTemplate('You are {{ name }}, {{- role | default: "a helper" -}} for {{ user.city }}.')).toEqual([
      'name',
      'role',
      'user',
    ]);
    expect(argumentsOfTemplate('{{ "text" }} {{ 3 }} plain { x }')).toEqual([]);
  });

  it('finds the names of conditions and loops, without those of the template', () => {
    expect(argumentsOfTemplate('{% if formal and tone == "x" %}a{% endif %}')).toEqual(['formal', 'tone']);
    expect(
      argumentsOfTemplate('{% for item in items limit: 2 %}{{ item.name }}{{ forloop.index }}{% endfor %}'),
    ).toEqual(['items']);
    expect(argumentsOfTemplate('{% assign x = name | upcase %}{{ x }}{% comment %}{% endcomment %}')).toEqual(['name']);
  });

  it('finds the values of cases, and the first names of paths', () => {
    expect(argumentsOfTemplate('{% case tone %}{% when usual %}a{% endcase %}{{ b["c"] }}')).toEqual([
      'tone',
      'usual',
      'b',
    ]);
    expect(argumentsOfTemplate('You are {name}. 100 %')).toEqual([]);
  });
});
