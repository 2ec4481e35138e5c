import type { CallOptions, Earshot } from '@earshot/client';
import { projectOption, type Cli, type Context } from '../context.js';
import { tableOf } from '../output/table.js';
import { connect, projectOf } from '../session/session.js';

/** What a command lists of a project. */
interface Listing<Entry> {
  readonly describe: string;
  readonly heading: readonly string[];
  readonly entries: (earshot: Earshot, of: { project: string }, options: CallOptions) => AsyncIterable<Entry>;
  /** Cells of the row of an entry, in the order of the heading. */
  readonly cells: (entry: Entry) => readonly string[];
}

/** Adds `list` to a command: a table, or with `--json` each entry. */
export function addList<Entry>(
  cli: Cli,
  context: Context,
  { describe, heading, entries, cells }: Listing<Entry>,
): void {
  cli.command(
    'list',
    describe,
    (yargs) => yargs.option('project', projectOption),
    async (argv) => {
      const { config, output, signal } = context;
      const rows = [heading];
      for await (const entry of entries(connect(config, argv), { project: projectOf(config, argv) }, { signal })) {
        if (output.json) output.result(entry, '');
        rows.push(cells(entry));
      }
      if (!output.json) output.result(null, tableOf(rows));
    },
  );
}
