import type { CampaignReport } from '@earshot/client';
import { projectOption, type Cli, type Context } from '../context.js';
import { LiveText } from '../output/live-text.js';
import { tableOf } from '../output/table.js';
import { connect, projectOf, type SessionOptions } from '../session/session.js';
import { addList } from './list.command.js';

/** Adds `earshot campaigns list` and `watch`. */
export function addCampaigns(cli: Cli, context: Context): void {
  cli.command('campaigns', 'List and watch A/B campaigns', (yargs) => {
    addList(yargs, context, {
      describe: 'List the campaigns of a project',
      heading: ['KEY', 'STATUS', 'METRIC', 'MODELS', 'WINNER', 'CREATED'],
      entries: ({ campaigns }, of, options) => campaigns.list(of, options),
      cells: ({ key, status, metric, models, winner, created_at }) => [
        key,
        status,
        metric,
        models.join(', '),
        winner ?? '-',
        created_at,
      ],
    });
    addWatch(yargs, context);
    return yargs.demandCommand(1, 'Name a command: list or watch.');
  });
}

function addWatch(cli: Cli, context: Context): void {
  cli.command(
    'watch <campaign>',
    'Show the report of a campaign live, until the campaign ends',
    (yargs) =>
      yargs
        .positional('campaign', { type: 'string', demandOption: true, describe: 'Key or id of the campaign' })
        .option('project', projectOption)
        .option('once', { type: 'boolean', default: false, describe: 'Show the report and exit' }),
    (argv) => watch(context, argv),
  );
}

async function watch(
  { config, output, signal }: Context,
  argv: SessionOptions & { readonly campaign: string; readonly once: boolean },
): Promise<void> {
  const { campaigns } = connect(config, argv);
  const name = { project: projectOf(config, argv), campaign: argv.campaign };
  const live = new LiveText();
  for await (const report of campaigns.watch(name, { signal })) {
    if (output.json) output.result(report, '');
    else live.show(textOf(name.campaign, report));
    if (argv.once) return;
  }
}

function textOf(campaign: string, report: CampaignReport): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const number = (value: number | null | undefined) => (value == null ? '-' : value.toPrecision(4));
  const rows = report.models.map(({ model, count, mean, interval, probability_best }) => [
    model === report.winner ? `${model} *` : model,
    String(count),
    number(mean),
    interval === null ? '-' : `${number(interval[0])} to ${number(interval[1])}`,
    percent(probability_best),
  ]);
  const time = new Date().toLocaleTimeString();
  return [
    `${campaign}: ${report.status} (${report.metric}, ${time})`,
    report.summary,
    '',
    tableOf([['MODEL', 'COUNT', 'MEAN', 'INTERVAL', 'BEST'], ...rows]),
  ].join('\n');
}
