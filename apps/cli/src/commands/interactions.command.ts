import { createReadStream, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { LineResult } from '@earshot/client';
import { projectOption, type Cli, type Context } from '../context.js';
import { exitCodes } from '../exit-codes.js';
import { Progress } from '../output/progress.js';
import { connectForTransfer, optionalProject, type SessionOptions } from '../session/session.js';
import { ResumeState } from '../state/resume-state.js';
import { checkFile, resumable } from './upload.command.js';

/** How far an import is. */
interface ImportState {
  nextLine: number;
  imported: number;
  rejected: number;
}

/** Adds `earshot interactions import`. */
export function addInteractions(cli: Cli, context: Context): void {
  cli.command('interactions', 'Import recorded interactions', (yargs) =>
    yargs
      .command(
        'import <file>',
        'Import one interaction a line (JSON Lines); resumes an interrupted import',
        (sub) =>
          sub
            .positional('file', { type: 'string', demandOption: true, describe: 'Path of the file' })
            .option('project', { ...projectOption, describe: 'Project of lines that name none' }),
        (argv) => importFile(context, argv),
      )
      .demandCommand(1, 'Name a command: import.'),
  );
}

async function importFile(context: Context, argv: SessionOptions & { readonly file: string }): Promise<void> {
  const { config, output, signal } = context;
  checkFile(argv.file);
  const earshot = await connectForTransfer(config, argv, signal);
  const project = optionalProject(config, argv);
  const saved = new ResumeState<ImportState>(config.stateFolder, argv.file, [earshot.baseURL, project ?? '', 'import']);
  const state = saved.load() ?? { nextLine: 1, imported: 0, rejected: 0 };
  output.interruption = resumable;
  if (state.nextLine > 1) output.note(`Resuming at line ${state.nextLine}.`);
  const source = createReadStream(argv.file);
  using progress = new Progress();
  const lines = linesOf(createInterface({ input: source, crlfDelay: Infinity }), project);
  const options = { idempotencyKey: saved.id, startLine: state.nextLine, signal };
  const total = statSync(argv.file).size;
  for await (const { nextLine, results } of earshot.interactions.importLines(lines, options)) {
    for (const result of results) count(context, state, result, progress);
    state.nextLine = nextLine;
    saved.save(state);
    progress.show({ stage: 'importing', value: Math.min(source.bytesRead, total), total, unit: 'bytes' });
  }
  progress.stop();
  saved.delete();
  const { imported, rejected } = state;
  output.result({ imported, rejected }, `${imported} imported, ${rejected} rejected`);
  if (rejected > 0) process.exitCode = exitCodes.failed;
}

function count({ output }: Context, state: ImportState, result: LineResult, progress: Progress): void {
  if (!('error' in result)) {
    state.imported += 1;
    return;
  }
  state.rejected += 1;
  progress.stop();
  output.note(`line ${result.line}: ${result.error.code}: ${result.error.message}`);
}

/** Lines of the file, with the project where they name none. What is no object is sent as it is, and rejected. */
async function* linesOf(lines: AsyncIterable<string>, project: string | undefined): AsyncGenerator<string> {
  for await (const line of lines) yield project === undefined ? line : withProject(line, project);
}

const names = ['project', 'project_id', 'use_case'];

function withProject(line: string, project: string): string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return line;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return line;
  const isNamed = names.some((name) => (value as Record<string, unknown>)[name] != null);
  return isNamed ? line : JSON.stringify({ project, ...value });
}
