import type { Schemas } from '../../api/client.js';

/** The body of a chat. */
export type ChatBody = Schemas['ChatInput'];

/** Fields that OpenAI's clients know; they send others only as additional fields. */
const openaiFields = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'temperature',
  'top_p',
  'max_tokens',
  'stop',
  'response_format',
  'tool_choice',
  'user',
  'store',
]);

/** Characters of a data URL that a snippet keeps. */
const maxDataUrl = 64;

/** Returns a request in several languages. The key is read from `EARSHOT_API_KEY`. */
export function snippetsOf(address: string, body: ChatBody): Record<string, string> {
  const shown = JSON.parse(JSON.stringify(body), shortened) as Record<string, unknown>;
  return {
    curl: curlOf(address, shown),
    Python: pythonOf(address, shown),
    TypeScript: typescriptOf(address, shown),
  };
}

/** Images would hide the request. */
function shortened(_key: string, value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('data:') && value.length > maxDataUrl
    ? `${value.slice(0, maxDataUrl)}...`
    : value;
}

function curlOf(address: string, body: Record<string, unknown>): string {
  const json = JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`);
  return [
    `curl -N ${address}/api/v1/chat/completions \\`,
    `  -H "Authorization: Bearer $EARSHOT_API_KEY" \\`,
    `  -H 'content-type: application/json' \\`,
    `  -d '${json}'`,
  ].join('\n');
}

function pythonOf(address: string, body: Record<string, unknown>): string {
  const [known, extra] = divided(body);
  const fields = Object.entries(known).map(([name, value]) => `    ${name}=${python(value, 4)},`);
  if (Object.keys(extra).length > 0) fields.push(`    extra_body=${python(extra, 4)},`);
  return [
    'import os',
    'from openai import OpenAI',
    '',
    `client = OpenAI(base_url="${address}/api/v1", api_key=os.environ["EARSHOT_API_KEY"])`,
    'stream = client.chat.completions.create(',
    ...fields,
    ')',
    'for chunk in stream:',
    '    for choice in chunk.choices:',
    '        print(choice.delta.content or "", end="", flush=True)',
  ].join('\n');
}

function typescriptOf(address: string, body: Record<string, unknown>): string {
  const json = JSON.stringify(body, null, 2).replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:');
  return [
    "import OpenAI from 'openai';",
    '',
    `const client = new OpenAI({ baseURL: '${address}/api/v1', apiKey: process.env.EARSHOT_API_KEY });`,
    `const body: OpenAI.ChatCompletionCreateParamsStreaming & Record<string, unknown> = ${json};`,
    'const stream = await client.chat.completions.create(body);',
    'for await (const chunk of stream)',
    "  for (const { delta } of chunk.choices) process.stdout.write(delta.content ?? '');",
  ].join('\n');
}

function divided(body: Record<string, unknown>): [Record<string, unknown>, Record<string, unknown>] {
  const entries = Object.entries(body);
  return [
    Object.fromEntries(entries.filter(([name]) => openaiFields.has(name))),
    Object.fromEntries(entries.filter(([name]) => !openaiFields.has(name))),
  ];
}

/** A JSON value as a literal of Python; lines after the first are indented. */
function python(value: unknown, indent: number): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const pad = ' '.repeat(indent + 4);
  const items = Array.isArray(value)
    ? value.map((item) => `${pad}${python(item, indent + 4)},`)
    : Object.entries(value).map(([name, item]) => `${pad}${JSON.stringify(name)}: ${python(item, indent + 4)},`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return items.length === 0 ? `${open}${close}` : `${open}\n${items.join('\n')}\n${' '.repeat(indent)}${close}`;
}
