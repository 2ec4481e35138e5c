import { existsSync, openAsBlob, statSync } from 'node:fs';
import type { Earshot, UploadOptions } from '@earshot/client';
import { projectOption, type Cli, type Context } from '../context.js';
import { exitCodes, UsageProblem } from '../exit-codes.js';
import { summaryOf } from '../output/file-summary.js';
import { Progress } from '../output/progress.js';
import { connectForTransfer, projectOf } from '../session/session.js';
import { ResumeState } from '../state/resume-state.js';

interface UploadArguments {
  readonly file: string;
  readonly dataset?: string | undefined;
  readonly recipe?: string | undefined;
  readonly artifact?: string | undefined;
  readonly url?: string | undefined;
  readonly project?: string | undefined;
}

/** What an interrupted upload leaves. */
interface UploadState {
  readonly sessionId: string;
  /** What a file was made of the session for: the session serves for nothing else. */
  readonly madeInto?: string | undefined;
}

/** Said when a command is interrupted that goes on where it stopped. */
export const resumable = 'Interrupted. Run the same command again to resume.';

/** Adds `earshot upload`. */
export function addUpload(cli: Cli, context: Context): void {
  cli.command(
    'upload <file>',
    'Upload a file as a dataset, recipe or artifact; resumes an interrupted upload',
    (yargs) =>
      yargs
        .positional('file', { type: 'string', demandOption: true, describe: 'Path of the file' })
        .option('project', projectOption)
        .option('dataset', { type: 'string', describe: 'Key of a dataset to make of a JSON Lines file' })
        .option('recipe', { type: 'string', describe: 'Key of a recipe to make of a zip file' })
        .option('artifact', { type: 'string', describe: 'Name of an artifact to make of any file' })
        .conflicts({ dataset: ['recipe', 'artifact'], recipe: ['artifact'] })
        .example('$0 upload tickets.jsonl --dataset tickets', ''),
    (argv) => upload(context, argv),
  );
}

async function upload(context: Context, argv: UploadArguments): Promise<void> {
  const { config, output, signal } = context;
  const target = argv.dataset ?? argv.recipe ?? argv.artifact;
  if (target === undefined) throw new UsageProblem('Set one of --dataset, --recipe and --artifact.');
  checkFile(argv.file);
  const project = projectOf(config, argv);
  const earshot = await connectForTransfer(config, argv, signal);
  output.interruption = resumable;
  const state = new ResumeState<UploadState>(config.stateFolder, argv.file, [earshot.baseURL, project]);
  using progress = new Progress();
  let saved = state.load();
  if (saved?.madeInto !== undefined && saved.madeInto !== target) saved = null;
  if (saved !== null) output.note('Resuming the interrupted upload.');
  const entity = await send(earshot, project, argv, {
    signal,
    sessionId: saved?.sessionId,
    onSession: (sessionId) => state.save((saved = { sessionId })),
    onProgress: (at) => {
      if (at.stage === 'processing' && saved !== null && saved.madeInto === undefined)
        state.save((saved = { ...saved, madeInto: target }));
      progress.show(
        at.stage === 'sending'
          ? { stage: 'sending', value: at.bytes, total: at.totalBytes, unit: 'bytes' }
          : { stage: 'processing', value: at.percent, total: 100, unit: 'percent' },
      );
    },
  });
  progress.stop();
  state.delete();
  output.result(entity, summaryOf(entity));
  if ('status' in entity && entity.status !== 'ready') process.exitCode = exitCodes.failed;
}

async function send(earshot: Earshot, project: string, argv: UploadArguments, options: UploadOptions) {
  const file = await openAsBlob(argv.file);
  if (argv.dataset !== undefined) return earshot.datasets.upload({ project, key: argv.dataset, file }, options);
  if (argv.recipe !== undefined) return earshot.recipes.upload({ project, key: argv.recipe, file }, options);
  return earshot.artifacts.upload({ project, name: argv.artifact ?? '', file }, options);
}

/** @throws UsageProblem if there is no such file, or nothing in it */
export function checkFile(file: string): void {
  if (file === '' || file === '-') throw new UsageProblem('Name a file: stdin cannot be resumed.');
  if (!existsSync(file)) throw new UsageProblem(`The file ${file} does not exist.`);
  const info = statSync(file);
  if (!info.isFile()) throw new UsageProblem(`${file} is not a file.`);
  if (info.size === 0) throw new UsageProblem(`The file ${file} is empty.`);
}
