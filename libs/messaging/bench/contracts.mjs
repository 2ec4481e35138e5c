import { commandTopic, defineCommand, defineWork, workTopic } from '@earshot/contracts-core';
import { z } from 'zod';

/** Partitions of every topic of the benchmark, ours and Nest's. */
export const partitions = Number(process.env.BENCH_PARTITIONS ?? 4);

const message = z.object({ text: z.string() });
const prefix = process.env.BENCH_PREFIX ?? 'bench';

export const brokers = (process.env.KAFKA_BROKERS ?? '127.0.0.1:9092').split(',');
export const work = defineWork({
  topic: workTopic(`${prefix}.work`, partitions),
  type: 'echo.v1',
  request: message,
  chunk: message,
});
export const command = defineCommand({
  topic: commandTopic(`${prefix}.commands`, partitions),
  type: 'echo-command.v1',
  request: message,
  reply: message,
});
export const nestTopic = `${prefix}.nest`;

export const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (fields, text) => console.error(text, fields),
};
