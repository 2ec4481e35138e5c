import yargs from 'yargs';
import { addCampaigns } from './commands/campaigns.command.js';
import { addChat } from './commands/chat.command.js';
import { addDatasets } from './commands/datasets.command.js';
import { addFeedback } from './commands/feedback.command.js';
import { addInteractions } from './commands/interactions.command.js';
import { addLogin } from './commands/login.command.js';
import { addLogs } from './commands/logs.command.js';
import { addUpload } from './commands/upload.command.js';
import type { Cli, Context } from './context.js';
import { UsageProblem } from './exit-codes.js';

const commands = [addLogin, addChat, addFeedback, addLogs, addUpload, addDatasets, addInteractions, addCampaigns];

const about = `Exit codes: 0 done; 1 failed; 2 wrong command line; 3 not signed in or not permitted;
4 Earshot is not available, try later; 130 interrupted.`;

/** Returns the command line. Parsing rejects with the error of a command, or of the command line itself. */
export function commandLine(args: readonly string[], context: Context, version: string): Cli {
  const cli: Cli = yargs(args)
    .scriptName('earshot')
    .usage('Usage: $0 <command> [options]')
    .option('url', {
      type: 'string',
      describe: 'Address of Earshot (default: EARSHOT_URL, or that of `earshot login`)',
    })
    .option('json', { type: 'boolean', default: false, describe: 'Print results as JSON, one object a line' })
    .middleware((argv) => {
      context.output.json = argv.json;
    })
    .completion('completion', 'Print a script that completes commands in bash or zsh')
    .demandCommand(1, 'Name a command.')
    .strict()
    .version(version)
    .epilogue(about)
    .wrap(100)
    .exitProcess(false)
    .fail((message, error) => {
      throw error ?? new UsageProblem(message);
    });
  for (const add of commands) add(cli, context);
  return cli;
}
