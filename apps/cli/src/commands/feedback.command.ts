import { projectOption, type Cli, type Context } from '../context.js';
import { UsageProblem } from '../exit-codes.js';
import { connect, optionalProject } from '../session/session.js';

/** Adds `earshot feedback`. */
export function addFeedback(cli: Cli, context: Context): void {
  cli.command(
    'feedback <completion> <metric> <value>',
    'Record feedback on an answer',
    (yargs) =>
      yargs
        .positional('completion', { type: 'string', demandOption: true, describe: 'Id of the completion' })
        .positional('metric', { type: 'string', demandOption: true, describe: 'Key of the metric' })
        .positional('value', { type: 'string', demandOption: true, describe: 'true, false or a number' })
        .option('project', projectOption)
        .option('user', { type: 'string', describe: 'Who gave it' })
        .option('details', { type: 'string', describe: 'Why, in words' }),
    async (argv) => {
      const answer = connect(context.config, argv).feedback.of(argv.completion);
      const project = optionalProject(context.config, argv);
      const options = { user_id: argv.user ?? null, details: argv.details ?? null, project: project ?? null };
      const id = await answer.log(argv.metric, valueOf(argv.value), { ...options, signal: context.signal });
      context.output.result({ feedback_id: id }, id);
    },
  );
}

function valueOf(text: string): boolean | number {
  if (text === 'true' || text === 'false') return text === 'true';
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) {
    throw new UsageProblem(`The value must be true, false or a number; got '${text}'.`);
  }
  return value;
}
