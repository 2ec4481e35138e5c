/** Tabs of the snippets, by their files in docs/snippets. */
const tabs = { 'curl.sh': 'curl', 'openai.py': 'Python', 'openai.mjs': 'TypeScript', 'anthropic.py': 'Anthropic' };

const files = import.meta.glob<string>(
  [
    '../../../../docs/snippets/curl.sh',
    '../../../../docs/snippets/openai.{py,mjs}',
    '../../../../docs/snippets/anthropic.py',
  ],
  { query: '?raw', import: 'default', eager: true },
);

/**
 * First requests of clients, as the documentation shows them. The key is read from `EARSHOT_API_KEY`.
 *
 * @param origin address of the installation, such as `https://earshot.example.com`
 */
export function clientSnippets(origin: string, model: string): Readonly<Record<string, string>> {
  const adapted = Object.entries(tabs).map(([name, tab]) => {
    const snippet = files[`../../../../docs/snippets/${name}`] ?? '';
    const named = snippet.replaceAll('http://127.0.0.1:8080', origin).replaceAll(/\bdemo\b/g, model);
    return [tab, named.trimEnd()];
  });
  return Object.fromEntries(adapted) as Record<string, string>;
}
