import type { BucketBytes } from '@earshot/storage-client/bytes';
import { bytesOf, withBucket } from '../threads/bucket-bytes.js';
import { threadWork, type ThreadHost } from '../threads/thread-work.js';
import type { ConversionNews, ConversionProgress, ConversionTask } from './conversion-task.js';
import { Conversion } from './conversion.js';
import { RowBuffer } from './row-buffer.js';

/** What is sent at once, bytes: held in memory, and what a killed process loses; the bucket puts 10,000 of them together. */
const pieceBytes = 8 * 1_048_576;

/** How often it is told how far the work is, ms. */
const progressEveryMs = 1_000;

/** Asks for nothing but the address that the next piece goes to. */
type Host = ThreadHost<ConversionNews, null, string>;

await threadWork((task: ConversionTask, host: Host) => withBucket((bucket) => convert(task, host, bucket)));

/** From the bucket to the bucket. */
async function convert(task: ConversionTask, host: Host, bucket: BucketBytes): Promise<ConversionProgress> {
  const conversion = new Conversion(task.from);
  const now = () => ({ state: conversion.state, errors: conversion.errors });
  const timer = setInterval(() => host.tell({ progress: now() }), progressEveryMs);
  try {
    await sendRows(conversion, task, host, bucket);
  } finally {
    clearInterval(timer);
  }
  return now();
}

async function sendRows(
  conversion: Conversion,
  { url, range, from }: ConversionTask,
  host: Host,
  bucket: BucketBytes,
): Promise<void> {
  const gathered = new RowBuffer(pieceBytes, from);
  const send = async () => {
    const { rows, state } = gathered;
    // Of a file that is wrong somewhere nothing more is kept.
    if (rows.length > 0 && conversion.errors.length === 0) {
      await bucket.put(await host.ask(null), rows, { size: rows.length });
      host.tell({ piece: { size: rows.length, state } });
    }
    gathered.clear();
  };
  const file = await bucket.get(url, { range, length: range.last - range.first + 1 });
  for await (const rows of conversion.rows(bytesOf(file))) {
    if (!gathered.hasRoomFor(rows)) await send();
    gathered.add(rows, conversion.state);
  }
  await send();
}
