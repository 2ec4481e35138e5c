import { afterAll, describe, expect, it } from '@jest/globals';
import { TemplateThread } from './template-thread.js';

const args = {
  numbers: Array.from({ length: 8_000 }, (_, at) => at),
  names: Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`n${at}`, 1])),
  none: [],
};
const long = { text: 'x'.repeat(60_000), list: ['x'.repeat(60_000)] };
const alike = { text: 'a'.repeat(40_000), pattern: `${'a'.repeat(10_000)}b${'a'.repeat(10_000)}` };

const assigned = (times: number, filter: string) =>
  `{% assign b = ${filter.startsWith('append') ? 'text' : 'list'} %}${`{% assign b = b | ${filter} %}`.repeat(times)}`;
const nested = (list: string, times: number) => assigned(times, 'push: b').replace('list', list);

/** Each took from a second to minutes, or all memory of the process, where LiquidJS alone rendered it. */
const attacks: [string, string, object][] = [
  ['loops in loops', `${'{% for i in (1..1000) %}'.repeat(3)}x${'{% endfor %}'.repeat(3)}`, {}],
  ['empty loops', `${'{% for i in numbers %}'.repeat(3)}${'{% endfor %}'.repeat(3)}`, args],
  ['a range without end', '{% for i in (1..1000000000) %}{{ i }}{% endfor %}', {}],
  ['a text that doubles', `${assigned(40, 'append: b')}{{ b }}`, long],
  ['a list that doubles', `${assigned(13, 'concat: b')}{{ b }}`, long],
  ['a list that contains itself', `${assigned(60, 'push: b')}{{ b }}`, { list: [] }],
  ['a list that is made a name', `${assigned(13, 'concat: b')}{% cycle b: "x", "y" %}`, long],
  ['a list that is made a number', `${assigned(13, 'concat: b')}{% for i in list limit: b %}{% endfor %}`, long],
  [
    'captured loops',
    '{% capture b %}{% for i in (1..8000) %}{{ text }}{% endfor %}{% endcapture %}{{ b | url_encode }}',
    long,
  ],
  ['a text replaced by itself', '{{ text | replace: "x", text }}', long],
  ['searches', '{% for i in (1..1000) %}{% if text contains pattern %}{% endif %}{% endfor %}', alike],
  ['splits', '{% for i in (1..1000) %}{% assign b = text | split: pattern %}{% endfor %}', alike],
  [
    'a search for the last',
    '{% assign h = text | append: text %}{{ h | replace_last: pattern, "" }}',
    { text: 'a'.repeat(40_000), pattern: `${'a'.repeat(20_000)}b` },
  ],
  ['a date of any width', '{{ "now" | date: "%999999999Y" }}', {}],
  ['a path of many steps', '{{ numbers | sort: path }}', { ...args, path: '.'.repeat(20_000) }],
  ['comparisons', `${nested('none', 18)}{% for i in (1..1000) %}{% if b == b %}{% endif %}{% endfor %}`, args],
  ['cases', `${nested('none', 18)}{% for i in (1..1000) %}{% case b %}{% when b %}{% endcase %}{% endfor %}`, args],
  ['counts', '{% for i in (1..100000) %}{% if names.size == 1 %}{% endif %}{% endfor %}', args],
];

/** A timer of 1 ms that has not ticked for so long was held up by its own event loop. */
const blockedMs = 100;

describe('a thread for templates', () => {
  const thread = new TemplateThread();

  afterAll(() => thread.close());

  it.each(attacks)('aborts %s, and limits its CPU time and memory', async (_, template, given) => {
    let ticks = 0;
    const startedAt = performance.now();
    const timer = setInterval(() => (ticks += 1), 1);
    const rendered = await thread.render(template, { ...given });
    clearInterval(timer);
    expect(rendered).toMatchObject({ kind: 'too_expensive' });
    // Some end before the timer is due for the first time.
    expect(ticks > 0 || performance.now() - startedAt < blockedMs).toBe(true);
    expect(await thread.render('{{ a }}', { a: 1 })).toEqual({ kind: 'prompt', prompt: '1' });
  });

  it('continues after an error of a template', async () => {
    expect(await thread.render('{{ a }}', {})).toEqual({ kind: 'argument_missing', name: 'a' });
    expect(await thread.render('{{ a | url_decode }}', { a: '%' })).toMatchObject({ kind: 'failed' });
    expect(await thread.render('{{ a }}', { a: 1 })).toEqual({ kind: 'prompt', prompt: '1' });
  });

  it('starts again after it was closed', async () => {
    await thread.close();
    expect(await thread.render('{{ a }}', { a: 1 })).toEqual({ kind: 'prompt', prompt: '1' });
  });
});
