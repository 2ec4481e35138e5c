import { projectOption, type Cli, type Context } from '../context.js';
import { connect, projectOf, type SessionOptions } from '../session/session.js';

interface CancelArguments extends SessionOptions {
  readonly dataset: string;
}

/** Adds `earshot datasets cancel`. */
export function addDatasetCancel(cli: Cli, context: Context): void {
  cli.command(
    'cancel <dataset>',
    'Cancel a dataset that is being built, and delete its files',
    (yargs) =>
      yargs
        .positional('dataset', { type: 'string', demandOption: true, describe: 'Key or id of the dataset' })
        .option('project', projectOption),
    (argv) => cancel(context, argv),
  );
}

async function cancel({ config, output, signal }: Context, argv: CancelArguments): Promise<void> {
  const name = { project: projectOf(config, argv), dataset: argv.dataset };
  const dataset = await connect(config, argv).datasets.cancel(name, { signal });
  output.result(dataset, `${dataset.key}: ${dataset.status}`);
}
