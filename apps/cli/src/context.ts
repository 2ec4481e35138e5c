import type { Argv } from 'yargs';
import type { Config } from './config.js';
import type { Output } from './output/output.js';

/** What every command gets. */
export interface Context {
  readonly config: Config;
  /** Ends with Ctrl-C. */
  readonly signal: AbortSignal;
  readonly output: Output;
}

/** Options of every command. */
export interface GlobalOptions {
  readonly url: string | undefined;
  readonly json: boolean;
}

/** The command line, to which commands are added. */
export type Cli = Argv<GlobalOptions>;

/** The option `--project`. */
export const projectOption = {
  alias: 'p',
  type: 'string',
  describe: 'Key or id of the project (default: EARSHOT_PROJECT, or that of `earshot login`)',
} as const;
