import type { InteractionsSource } from '@earshot/client';
import { projectOption, type Cli, type Context } from '../context.js';
import { exitCodes, UsageProblem } from '../exit-codes.js';
import { summaryOf } from '../output/file-summary.js';
import { Progress } from '../output/progress.js';
import { sizeOf } from '../output/table.js';
import { connect, projectOf, type SessionOptions } from '../session/session.js';
import { addDatasetCancel } from './dataset-cancel.command.js';
import { addDatasetDownload } from './dataset-download.command.js';
import { addList } from './list.command.js';

/** Adds `earshot datasets list`, `build`, `cancel` and `download`. */
export function addDatasets(cli: Cli, context: Context): void {
  cli.command('datasets', 'List, build, cancel and download datasets', (yargs) => {
    addList(yargs, context, {
      describe: 'List the datasets of a project',
      heading: ['KEY', 'STATUS', 'ROWS', 'SIZE', 'CREATED'],
      entries: ({ datasets }, of, options) => datasets.list(of, options),
      cells: ({ key, status, rows, size, created_at }) => [key, status, String(rows), sizeOf(size), created_at],
    });
    addBuild(yargs, context);
    addDatasetCancel(yargs, context);
    addDatasetDownload(yargs, context);
    return yargs.demandCommand(1, 'Name a command: list, build, cancel or download.');
  });
}

interface BuildArguments extends SessionOptions {
  readonly key: string;
  readonly format: 'sft' | 'dpo' | 'kto';
  readonly name?: string | undefined;
  readonly filter?: readonly string[] | undefined;
}

function addBuild(cli: Cli, context: Context): void {
  cli.command(
    'build <key>',
    'Build a dataset of recorded interactions, and wait until it is ready',
    (yargs) =>
      yargs
        .positional('key', { type: 'string', demandOption: true, describe: 'Key of the new dataset' })
        .option('project', projectOption)
        .option('format', {
          choices: ['sft', 'dpo', 'kto'] as const,
          default: 'sft' as const,
          describe: 'Form of lines',
        })
        .option('name', { type: 'string', describe: 'Name of the new dataset' })
        .option('filter', {
          alias: 'f',
          type: 'string',
          array: true,
          requiresArg: true,
          describe:
            'Which interactions, as name=value: metric, min, max, model, user, tag, label, text, created_after ...',
        })
        .example('$0 datasets build good -f metric=helpful -f min=1', ''),
    (argv) => build(context, argv),
  );
}

async function build(context: Context, argv: BuildArguments): Promise<void> {
  const { config, output, signal } = context;
  const from = { kind: 'interactions', format: argv.format, filter: filterOf(argv.filter ?? []) } as InteractionsSource;
  const { datasets } = connect(config, argv);
  using progress = new Progress();
  const onProgress = ({ percent }: { percent: number }) =>
    progress.show({ stage: 'building', value: percent, total: 100, unit: 'percent' });
  const named = { project: projectOf(config, argv), key: argv.key, name: argv.name };
  output.interruption = `Interrupted. The build goes on; to cancel it: earshot datasets cancel ${argv.key}`;
  const dataset = await datasets.build({ ...named, from }, { signal, onProgress });
  progress.stop();
  output.result(dataset, summaryOf(dataset));
  if (dataset.status !== 'ready') process.exitCode = exitCodes.failed;
}

/** Fields of a filter that are numbers; the others are texts. */
const numbers = new Set(['min', 'max']);
/** Fields that may be given several times. */
const lists = new Set(['label', 'tag']);

function filterOf(pairs: readonly string[]): Record<string, unknown> {
  const filter: Record<string, unknown> = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) throw new UsageProblem(`A filter is name=value, for example metric=helpful; got '${pair}'.`);
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (numbers.has(name) && !Number.isFinite(Number(value || 'x'))) {
      throw new UsageProblem(`The filter ${name} must be a number; got '${value}'.`);
    }
    if (lists.has(name)) filter[name] = [...((filter[name] as string[] | undefined) ?? []), value];
    else filter[name] = numbers.has(name) ? Number(value) : value;
  }
  return filter;
}
