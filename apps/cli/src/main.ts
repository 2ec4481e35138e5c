import { readFileSync } from 'node:fs';
import { commandLine } from './cli.js';
import { readConfig } from './config.js';
import { exitCodeOf, exitCodes } from './exit-codes.js';
import { Output } from './output/output.js';

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort(new Error('Interrupted.')));
// The reader of a pipe, such as `head`, has enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(exitCodes.ok);
});

const output = new Output();
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
try {
  const context = { config: readConfig(), signal: stopping.signal, output };
  await commandLine(process.argv.slice(2), context, version).parseAsync();
} catch (error) {
  const isInterrupted = stopping.signal.aborted;
  process.exitCode = isInterrupted ? exitCodes.interrupted : exitCodeOf(error);
  output.note(isInterrupted ? output.interruption : (error as Error).message);
  if (process.exitCode === exitCodes.usage)
    output.note('`earshot --help` and `earshot <command> --help` list what there is.');
}
