import { NotFoundError, type Earshot, type Interaction, type LiveEvent } from '@earshot/client';
import { projectOption, type Cli, type Context } from '../context.js';
import { UsageProblem } from '../exit-codes.js';
import { oneLine } from '../output/table.js';
import { connect, projectOf, type SessionOptions } from '../session/session.js';

interface LogsArguments extends SessionOptions {
  readonly follow?: boolean | undefined;
  readonly limit: number;
  readonly model?: string | undefined;
  readonly user?: string | undefined;
  readonly session?: string | undefined;
  readonly label?: string[] | undefined;
  readonly tag?: string[] | undefined;
  readonly text?: string | undefined;
  readonly after?: string | undefined;
}

const several = { type: 'string', array: true, requiresArg: true } as const;

/** Adds `earshot logs`. */
export function addLogs(cli: Cli, context: Context): void {
  cli.command(
    'logs',
    'Show the latest interactions of a project, the newest last',
    (yargs) =>
      yargs
        .option('project', projectOption)
        .option('limit', { alias: 'n', type: 'number', default: 20, coerce: count, describe: 'Number of interactions' })
        .option('follow', { type: 'boolean', describe: 'Go on with interactions and feedback, live' })
        .option('model', { type: 'string', describe: 'Only of this model' })
        .option('user', { type: 'string', describe: 'Only of this end user' })
        .option('session', { type: 'string', describe: 'Only of this session' })
        .option('label', { ...several, coerce: labels, describe: 'Only with the label name:value' })
        .option('tag', { ...several, describe: 'Only with the tag' })
        .option('text', { type: 'string', describe: 'Only with these words in the answer' })
        .option('after', { type: 'string', coerce: time, describe: 'Only after this time (RFC 3339)' })
        .conflicts('follow', ['model', 'user', 'session', 'label', 'tag', 'text', 'after']),
    (argv) => logs(context, argv),
  );
}

/** `--follow` may begin with none. @throws UsageProblem */
function count(limit: number): number {
  if (Number.isInteger(limit) && limit >= 0) return limit;
  throw new UsageProblem('--limit must be a whole number, 0 or more.');
}

/** @throws UsageProblem */
function labels(given: string[]): string[] {
  const wrong = given.find((label) => !/^[^:]+:./.test(label));
  if (wrong === undefined) return given;
  throw new UsageProblem(`--label must be name:value; got '${wrong}'.`);
}

/** @throws UsageProblem */
function time(given: string): string {
  if (/^\d{4}-/.test(given) && !Number.isNaN(Date.parse(given))) return given;
  throw new UsageProblem(`--after must be a time such as 2026-01-31T12:00:00Z; got '${given}'.`);
}

async function logs(context: Context, argv: LogsArguments): Promise<void> {
  const { config, signal } = context;
  const earshot = connect(config, argv);
  const project = projectOf(config, argv);
  const show = (interaction: Interaction) => context.output.result(interaction, lineOf(interaction));
  if (argv.follow !== true) return (await latest(earshot, project, argv, context)).forEach(show);
  let isFirst = true;
  for await (const event of earshot.events({ project }, { signal })) {
    // The stream is open, so that nothing is missing between the list and the events.
    if (event.type === 'connected' && isFirst) {
      isFirst = false;
      (await latest(earshot, project, argv, context)).forEach(show);
    } else if (event.type === 'connected') context.output.note('Connected again; some entries may be missing.');
    else await showEvent(context, earshot, { project, event, show });
  }
}

/** The latest interactions, the oldest of them first. */
async function latest(earshot: Earshot, project: string, argv: LogsArguments, { signal }: Context) {
  const { model, user, session, label, tag, text, after, limit } = argv;
  const given = { model, user, session_id: session, label, tag, text, created_after: after };
  const filter = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const found: Interaction[] = [];
  if (limit < 1) return found;
  const entries = earshot.interactions.list({ project, limit: Math.min(limit, 100), ...filter }, { signal });
  for await (const interaction of entries) if (found.push(interaction) >= limit) break;
  return found.reverse();
}

async function showEvent(
  { output, signal }: Context,
  earshot: Earshot,
  { project, event, show }: { project: string; event: LiveEvent; show: (interaction: Interaction) => void },
): Promise<void> {
  if (event.type === 'interaction') {
    try {
      show(await earshot.interactions.get({ project, completion: event.data.completion_id }, { signal }));
    } catch (error) {
      // It was erased meanwhile.
      if (!(error instanceof NotFoundError)) throw error;
    }
  } else if (event.type === 'feedback') {
    const { completion_id, metric, value, created_at } = event.data;
    output.result({ event: 'feedback', ...event.data }, `${created_at}  ${completion_id}  ${metric} = ${value}`);
  } else if (event.type === 'outcome') {
    const { session_id, metric, value, created_at } = event.data;
    output.result({ event: 'outcome', ...event.data }, `${created_at}  session ${session_id}  ${metric} = ${value}`);
  } else if (event.type === 'comparison') {
    const { created_at, metric } = event.data;
    output.result({ event: 'comparison', ...event.data }, `${created_at}  comparison under ${metric}`);
  }
}

const textCharacters = 40;

function lineOf({ created_at, completion_id, model, finish_reason, messages, completion, usage }: Interaction): string {
  const question = messages?.at(-1)?.content;
  const asked = typeof question === 'string' ? oneLine(question, textCharacters) : '';
  const tokens = usage === null ? '' : `${usage.total_tokens} tokens`;
  const answered = oneLine(completion ?? '', textCharacters);
  return [created_at, completion_id, model ?? '-', finish_reason ?? '-', tokens, `${asked} → ${answered}`].join('  ');
}
