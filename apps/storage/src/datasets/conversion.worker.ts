import type { BucketBytes } from '@earshot/storage-client/bytes';
import { bytesOf, withBucket } from '../threads/bucket-bytes.js';
import { threadWork, type ThreadHost } from '../threads/thread-work.js';
import { Conversion, type ConversionEvent, type ConversionProgress, type ConversionTask } from './conversion.js';
import { RowBuffer } from './row-buffer.js';

/** Size of a piece in bytes: held in memory, and lost in a crash. The bucket concatenates up to 10,000 pieces. */
const pieceBytes = 8 * 1_048_576;

/** Interval of progress events, ms. */
const progressIntervalMs = 1_000;

/** Requests have no content: each asks for the presigned URL of the next piece. */
type Host = ThreadHost<ConversionEvent, null, string>;

await threadWork((task: ConversionTask, host: Host) => withBucket((bucket) => convert(task, host, bucket)));

async function convert(task: ConversionTask, host: Host, bucket: BucketBytes): Promise<ConversionProgress> {
  const conversion = new Conversion(task.from);
  const progress = () => ({ state: conversion.state, errors: conversion.errors });
  const timer = setInterval(() => host.emit({ progress: progress() }), progressIntervalMs);
  try {
    await sendRows(conversion, task, host, bucket);
  } finally {
    clearInterval(timer);
  }
  return progress();
}

async function sendRows(
  conversion: Conversion,
  { url, range, from }: ConversionTask,
  host: Host,
  bucket: BucketBytes,
): Promise<void> {
  const buffered = new RowBuffer(pieceBytes, from);
  const send = async () => {
    const { rows, state } = buffered;
    // A file with an error fails, so its rows are not needed.
    if (rows.length > 0 && conversion.errors.length === 0) {
      await bucket.put(await host.request(null), rows, { size: rows.length });
      host.emit({ piece: { size: rows.length, state } });
    }
    buffered.clear();
  };
  const file = await bucket.get(url, { range, length: range.last - range.first + 1 });
  for await (const rows of conversion.rows(bytesOf(file))) {
    if (!buffered.hasRoomFor(rows)) await send();
    buffered.add(rows, conversion.state);
  }
  await send();
}
