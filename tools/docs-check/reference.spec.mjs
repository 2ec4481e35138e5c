import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { topics } from '@earshot/contracts';
import { files } from '../checks/workspace.mjs';
import { withTopicsTable } from '../contracts/topics-table.mjs';

const root = join(import.meta.dirname, '../..');
const read = (file) => readFileSync(join(root, file), 'utf8');
const unique = (names) => [...new Set(names)].sort();

describe('docs/reference/metrics.md', () => {
  it('lists the metrics of all services, and no others', () => {
    const sources = files(root, (name) => name.endsWith('.ts') && !name.includes('spec'));
    const declared = sources
      .filter((file) => /^(?:apps|libs)\/.*src\//.test(file))
      .flatMap((file) => [...read(file).matchAll(/name: '(earshot_\w+)'/g)].map(([, name]) => name));
    const listed = [...read('docs/reference/metrics.md').matchAll(/^\| `(earshot_\w+)/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(unique(declared));
  });
});

describe('docs/reference/topics.md', () => {
  it('has the table of topics that npm run contracts writes', () => {
    const unpadded = (text) => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');
    const page = read('docs/reference/topics.md');
    expect(unpadded(page)).toBe(unpadded(withTopicsTable(page)));
  });

  it('lists the retention of each lane and of dead letters', () => {
    const lines = [
      ...read('docs/reference/topics.md').matchAll(
        /^\| (work|command|event|dead letters)\b[^|]*\| (\d+ \w+) +\| (\d+ \w+) +\|/gm,
      ),
    ];
    const unitsMs = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };
    const msOf = (text) => Number(text.split(' ')[0]) * unitsMs[text.split(' ')[1]];
    const listed = lines.map(([, kind, retention, segment]) => [kind, msOf(retention), msOf(segment)]);
    const kindOf = ({ name, lane }) => (name.endsWith('.dead-letters') ? 'dead letters' : lane);
    const declared = topics
      .filter(({ lane }) => lane !== 'state')
      .map((topic) => [kindOf(topic), Number(topic.config['retention.ms']), Number(topic.config['segment.ms'])]);
    const distinct = [...new Set(declared.map((line) => JSON.stringify(line)))].map((line) => JSON.parse(line));
    expect(listed.toSorted()).toEqual(distinct.toSorted());
  });
});
