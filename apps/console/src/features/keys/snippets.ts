/** A first chat with a key in the environment variable `EARSHOT_API_KEY`. */
export function snippetsOf(origin: string, project: string): Record<string, string> {
  return {
    curl: [
      `curl ${origin}/api/v1/chat/completions \\`,
      `  -H "Authorization: Bearer $EARSHOT_API_KEY" \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '{"model": "${project}", "messages": [{"role": "user", "content": "Hello"}]}'`,
    ].join('\n'),
    Python: [
      'import os',
      'from openai import OpenAI',
      '',
      `client = OpenAI(base_url="${origin}/api/v1", api_key=os.environ["EARSHOT_API_KEY"])`,
      'answer = client.chat.completions.create(',
      `    model="${project}", messages=[{"role": "user", "content": "Hello"}]`,
      ')',
      'print(answer.choices[0].message.content)',
    ].join('\n'),
    TypeScript: [
      "import OpenAI from 'openai';",
      '',
      `const client = new OpenAI({ baseURL: '${origin}/api/v1', apiKey: process.env.EARSHOT_API_KEY });`,
      'const answer = await client.chat.completions.create({',
      `  model: '${project}',`,
      "  messages: [{ role: 'user', content: 'Hello' }],",
      '});',
      'console.log(answer.choices[0].message.content);',
    ].join('\n'),
  };
}
