/** Body of `POST /api/v1/chat/completions`. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly object[];
  readonly [parameter: string]: unknown;
}

/**
 * Writes a chat request in several languages. The key is read from `EARSHOT_API_KEY`.
 *
 * @param origin address of the installation, such as `https://earshot.example.com`
 */
export function chatSnippets(origin: string, request: ChatRequest): Readonly<Record<string, string>> {
  return { curl: curl(origin, request), Python: python(origin, request), TypeScript: typescript(origin, request) };
}

/** A body up to this length is easier to read in one line. */
const lineLength = 100;

function json(request: ChatRequest): string {
  const line = JSON.stringify(request);
  return line.length <= lineLength ? line : JSON.stringify(request, null, 2);
}

const isStreamed = ({ stream }: ChatRequest): boolean => stream === true;

function curl(origin: string, request: ChatRequest): string {
  // In single quotes of a shell, only the quote itself is special.
  const body = json(request).replaceAll("'", String.raw`'\''`);
  return [
    `curl ${isStreamed(request) ? '-N ' : ''}${origin}/api/v1/chat/completions \\`,
    `  -H "Authorization: Bearer $EARSHOT_API_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${body}'`,
  ].join('\n');
}

/** Parameters of the `openai` packages. The one for Python takes all others in `extra_body`. */
const openaiParameters = new Set([
  'model',
  'messages',
  'temperature',
  'top_p',
  'max_tokens',
  'stop',
  'response_format',
  'tools',
  'tool_choice',
  'user',
  'store',
  'stream',
  'stream_options',
  'n',
]);

function python(origin: string, request: ChatRequest): string {
  const own = Object.entries(request).filter(([name]) => openaiParameters.has(name));
  const extra = Object.entries(request).filter(([name]) => !openaiParameters.has(name));
  const lines = own.map(([name, value]) => `    ${name}=${pythonLiteral(value, 1)},`);
  if (extra.length > 0) lines.push(`    extra_body=${pythonLiteral(Object.fromEntries(extra), 1)},`);
  const printed = isStreamed(request)
    ? [
        'for chunk in answer:',
        '    for choice in chunk.choices:',
        '        print(choice.delta.content or "", end="", flush=True)',
      ]
    : ['print(answer.choices[0].message.content)'];
  return [
    '# pip install openai',
    'import os',
    'from openai import OpenAI',
    '',
    `client = OpenAI(base_url="${origin}/api/v1", api_key=os.environ["EARSHOT_API_KEY"])`,
    'answer = client.chat.completions.create(',
    ...lines,
    ')',
    ...printed,
  ].join('\n');
}

const constants = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]);

/** Writes a JSON value in Python, indented by `depth` steps. Strings of JSON are strings of Python. */
function pythonLiteral(value: unknown, depth: number): string {
  const constant = constants.get(value);
  if (constant !== undefined) return constant;
  if (typeof value !== 'object') return JSON.stringify(value);
  const items = Array.isArray(value)
    ? value.map((item) => pythonLiteral(item, depth + 1))
    : Object.entries(value as object).map(
        ([name, item]) => `${JSON.stringify(name)}: ${pythonLiteral(item, depth + 1)}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (items.length === 0) return `${open}${close}`;
  const indent = '    '.repeat(depth + 1);
  return `${open}\n${items.map((item) => `${indent}${item},\n`).join('')}${'    '.repeat(depth)}${close}`;
}

function typescript(origin: string, request: ChatRequest): string {
  const body = JSON.stringify(request, null, 2).replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:');
  const isPlain = Object.keys(request).every((name) => openaiParameters.has(name));
  const type = `OpenAI.ChatCompletionCreateParams${isStreamed(request) ? 'Streaming' : 'NonStreaming'}`;
  const printed = isStreamed(request)
    ? [
        'for await (const chunk of answer)',
        "  for (const { delta } of chunk.choices) process.stdout.write(delta.content ?? '');",
      ]
    : ['console.log(answer.choices[0].message.content);'];
  return [
    '// npm install openai',
    "import OpenAI from 'openai';",
    '',
    `const client = new OpenAI({ baseURL: '${origin}/api/v1', apiKey: process.env.EARSHOT_API_KEY });`,
    ...(isPlain
      ? [`const answer = await client.chat.completions.create(${body});`]
      : [
          // The package does not know all parameters of Earshot.
          `const body: ${type} & Record<string, unknown> = ${body};`,
          'const answer = await client.chat.completions.create(body);',
        ]),
    ...printed,
  ].join('\n');
}
