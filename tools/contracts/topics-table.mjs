import { principals, topicAccess, topics } from '@earshot/contracts';

const table = /(<!-- topics: [^>]* -->\n)[^]*?(<!-- \/topics -->)/;
const services = principals.filter((principal) => principal !== 'jobs');

/** Writes the table of topics into its place in docs/reference/topics.md. @throws Error where the place is missing. */
export function withTopicsTable(text) {
  if (!table.test(text)) throw new Error('docs/reference/topics.md has no place for the table of topics.');
  return text.replace(table, (_match, begin, end) => `${begin}\n${topicsTable()}\n\n${end}`);
}

function topicsTable() {
  const byName = new Map(topics.map((topic) => [topic.name, topic]));
  const rows = Object.entries(topicAccess).map(([name, { writers, readers, followers = [] }]) => {
    const { lane, partitions } = byName.get(name);
    return [`\`${name}\``, lane, partitions, namesOf(writers), namesOf([...readers, ...followers])];
  });
  const head = ['topic', 'lane', 'partitions', 'written by', 'read by'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function namesOf(named) {
  const others = services.filter((service) => !named.includes(service));
  const list = (names) => names.map((name) => `\`${name}\``).join(', ');
  if (others.length === 0) return 'all';
  return others.length <= 2 ? `all but ${list(others)}` : list(named);
}
