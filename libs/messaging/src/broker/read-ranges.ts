import type { Topic } from '@earshot/contracts-core';
import type { Broker, IncomingRecord } from './broker.port.js';

/** What is read of a partition: from the first offset to the one before the end. */
export interface Range {
  readonly first: number;
  readonly end: number;
}

/** A broker that restarts is back within half of it. */
const usualSilenceMs = 60_000;

/**
 * Reads these ranges of a topic, one piece after the other; nobody else notices.
 *
 * @param ranges by number of partition.
 * @param silenceMs how long the broker may give nothing while something is asked for.
 * @throws Error when it does, or what the handler throws.
 */
export async function readRanges(
  broker: Pick<Broker, 'reader'>,
  { name }: Pick<Topic, 'name'>,
  ranges: readonly Range[],
  handle: (records: readonly IncomingRecord[]) => Promise<void>,
  silenceMs = usualSilenceMs,
): Promise<void> {
  const begin = ranges.map(({ first, end }, partition) => ({ topic: name, partition, offset: first, end }));
  const open = new Map(begin.filter(({ offset, end }) => end > offset).map((one) => [one.partition, one.end]));
  if (open.size === 0) return;
  let handled: Promise<void> = Promise.resolve();
  let settle: { resolve: () => void; reject: (error: unknown) => void };
  const read = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  const silence = setTimeout(() => settle.reject(new Error(`the broker gave nothing of ${name}`)), silenceMs);
  const reader = broker.reader((_topic, partition, records, nextOffset) => {
    const end = open.get(partition) ?? 0;
    const within = records.filter(({ offset }) => offset < end);
    if (within.length === 0 && nextOffset < end) return;
    // No more of it until this is dealt with: what waits stays small.
    reader.pause(name, partition);
    handled = handled.then(async () => {
      if (within.length > 0) await handle(within);
      silence.refresh();
      if (nextOffset >= end) open.delete(partition);
      if (open.size === 0) settle.resolve();
      else if (open.has(partition)) reader.resume(name, partition);
    });
    handled.catch((error: unknown) => settle.reject(error));
  });
  try {
    reader.read(begin.filter(({ partition }) => open.has(partition)));
    await read;
  } finally {
    clearTimeout(silence);
    reader.stop();
  }
}
