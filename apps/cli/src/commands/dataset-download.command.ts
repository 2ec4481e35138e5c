import { createWriteStream } from 'node:fs';
import { readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DatasetFormat, Download } from '@earshot/client';
import { projectOption, type Cli, type Context } from '../context.js';
import { UsageProblem } from '../exit-codes.js';
import { Progress } from '../output/progress.js';
import { sizeOf } from '../output/table.js';
import { connect, projectOf, type SessionOptions } from '../session/session.js';

interface DownloadArguments extends SessionOptions {
  readonly dataset: string;
  readonly format: DatasetFormat;
  readonly output?: string | undefined;
}

/** Adds `earshot datasets download`. */
export function addDatasetDownload(cli: Cli, context: Context): void {
  cli.command(
    'download <dataset>',
    'Download a dataset',
    (yargs) =>
      yargs
        .positional('dataset', { type: 'string', demandOption: true, describe: 'Key or id of the dataset' })
        .option('project', projectOption)
        .option('format', {
          choices: ['original', 'recipe', 'manifest'] as const,
          default: 'original' as const,
          describe: 'Which form of it',
        })
        .option('output', { alias: 'o', type: 'string', describe: 'File (default: <dataset>.jsonl); - is stdout' }),
    (argv) => run(context, argv),
  );
}

async function run(context: Context, argv: DownloadArguments): Promise<void> {
  const { config, output, signal } = context;
  const project = projectOf(config, argv);
  const download = await connect(config, argv).datasets.download(
    { project, dataset: argv.dataset, format: argv.format },
    { signal },
  );
  if (argv.output === '-') return pipeline(Readable.from(download.bytes), process.stdout, { end: false });
  const file = argv.output ?? `${argv.dataset}.jsonl`;
  const bytes = await save(download, file);
  output.result({ file, bytes }, `${file}: ${sizeOf(bytes)}`);
}

/**
 * Writes a file under its name once it is complete. A device or pipe gets the bytes as they come; a link
 * stays, and the file that it names is replaced or created. @returns the size
 */
async function save({ bytes, totalBytes }: Download, file: string): Promise<number> {
  using progress = new Progress();
  let received = 0;
  const counted = async function* () {
    for await (const chunk of bytes) {
      received += chunk.length;
      progress.show({ stage: 'receiving', value: received, total: totalBytes ?? received, unit: 'bytes' });
      yield chunk;
    }
  };
  const existing = await stat(file).catch(() => null);
  if (existing !== null && !existing.isFile()) {
    await pipeline(counted, createWriteStream(file, { flags: 'a' }));
    return received;
  }
  const target = await targetOf(file);
  const partial = `${target}.partial`;
  try {
    await pipeline(counted, createWriteStream(partial));
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  return received;
}

/** Links that are followed, as many as Linux does. */
const maxLinks = 40;

/** Follows links, also to a file that does not exist yet. @throws UsageProblem if the links go round in a circle */
async function targetOf(file: string, linksLeft = maxLinks): Promise<string> {
  const link = await readlink(file).catch(() => null);
  if (link === null) return file;
  if (linksLeft === 0) throw new UsageProblem(`${file} is one of too many links. Name another file.`);
  return targetOf(path.resolve(await realpath(path.dirname(file)), link), linksLeft - 1);
}
