import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import type { ChatInput, Earshot } from '@earshot/client';
import type { Cli, Context } from '../context.js';
import { projectOption } from '../context.js';
import { UsageProblem } from '../exit-codes.js';
import { connect, optionalProject } from '../session/session.js';

type Messages = ChatInput['messages'];

/** One turn of a conversation. */
interface Turn {
  readonly earshot: Earshot;
  readonly model: string;
  readonly messages: Messages;
  readonly sessionId: string | undefined;
}

/** Adds `earshot chat`. */
export function addChat(cli: Cli, context: Context): void {
  cli.command(
    'chat [message..]',
    'Send a message and stream the answer; without one, hold a conversation',
    (yargs) =>
      yargs
        .positional('message', { type: 'string', array: true, default: [] as string[], describe: 'The message' })
        .option('project', projectOption)
        .option('model', {
          alias: 'm',
          type: 'string',
          describe: '{project}/{model}, or {project} for its default model (default: --project)',
        })
        .option('system', { type: 'string', describe: 'A system message to begin with' })
        .example('$0 chat -m demo "Hello!"', ''),
    async (argv) => {
      const earshot = connect(context.config, argv);
      const model = argv.model ?? optionalProject(context.config, argv);
      if (model === undefined) throw new UsageProblem(`Set --model to one of: ${await modelsOf(earshot, context)}.`);
      const messages: Messages = argv.system === undefined ? [] : [{ role: 'system', content: argv.system }];
      const message = argv.message.join(' ') || (process.stdin.isTTY ? '' : (await text(process.stdin)).trim());
      if (message === '' && !process.stdin.isTTY) throw new UsageProblem('The message is empty.');
      if (message === '') return converse(context, { earshot, model, messages, sessionId: undefined });
      messages.push({ role: 'user', content: message });
      await answer(context, { earshot, model, messages, sessionId: undefined });
    },
  );
}

async function modelsOf(earshot: Earshot, { signal }: Context): Promise<string> {
  const models = await earshot.chat.models({ signal });
  return models.map(({ id }) => id).join(', ');
}

/** Reads messages from the terminal, and answers each, until Ctrl-D. */
async function converse(context: Context, turn: Turn): Promise<void> {
  const messages = [...turn.messages];
  let { sessionId } = turn;
  context.output.note(`Chat with ${turn.model}. Ctrl-D ends it.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr, prompt: '> ' });
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  context.signal.addEventListener('abort', () => lines.close(), { once: true });
  lines.prompt();
  for await (const line of lines) {
    if (line.trim() !== '') {
      messages.push({ role: 'user', content: line });
      const given = await answer(context, { ...turn, messages, sessionId });
      messages.push({ role: 'assistant', content: given.content });
      sessionId = given.sessionId;
    }
    lines.prompt();
  }
  context.signal.throwIfAborted();
}

/** Streams an answer to stdout, and its completion id to stderr. With `--json`, one object at its end. */
async function answer({ output, signal }: Context, { earshot, model, messages, sessionId }: Turn) {
  const input = { model, messages, stream_options: { include_usage: true }, session_id: sessionId ?? null };
  const found = { completion_id: '', session_id: '', model: '', content: '', usage: undefined as object | undefined };
  for await (const chunk of earshot.chat.stream(input, { signal })) {
    const [choice] = chunk.choices;
    found.session_id = chunk.session_id;
    found.usage = chunk.usage ?? found.usage;
    if (choice === undefined) continue;
    found.completion_id = choice.completion_id;
    found.model = chunk.model;
    const part = choice.delta.content ?? '';
    found.content += part;
    if (!output.json) output.part(part);
  }
  output.result(found, '');
  if (!output.json) output.note(`completion ${found.completion_id} of ${found.model}`);
  return { content: found.content, sessionId: found.session_id };
}
