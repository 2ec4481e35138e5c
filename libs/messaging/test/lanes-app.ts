import {
  commandTopic,
  defineCommand,
  defineEvent,
  defineState,
  defineWork,
  eventTopic,
  stateTopic,
  workTopic,
} from '@earshot/contracts-core';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';

/** Contracts on topics of their own, so that suites don't read each other's records. */
export function testContracts(suite: string, partitions = 4) {
  const prefix = `${suite}-${randomUUID().slice(0, 8)}`;
  const text = z.object({ text: z.string() });
  return {
    prefix,
    work: defineWork({ topic: workTopic(`${prefix}.work`, partitions), type: 'spell.v1', request: text, chunk: text }),
    command: defineCommand({
      topic: commandTopic(`${prefix}.commands`, partitions),
      type: 'shout.v1',
      request: text,
      reply: text,
    }),
    event: defineEvent({
      topic: eventTopic(`${prefix}.events`, partitions),
      type: 'said.v1',
      schema: text,
      key: ({ text: said }) => said.slice(0, 1),
    }),
    state: defineState({
      topic: stateTopic(`${prefix}.state`),
      type: 'thing.v1',
      schema: z.object({ id: z.string(), count: z.number() }),
      key: ({ id }) => id,
    }),
  };
}

/** The contracts of one suite. */
export type TestContracts = ReturnType<typeof testContracts>;

/** A log for suites: warnings and errors are kept, not printed. */
export function recordingLogger() {
  const lines: { level: string; fields: object; message: string }[] = [];
  const at = (level: string) => (fields: object, message: string) => void lines.push({ level, fields, message });
  return { lines, debug: () => undefined, info: () => undefined, warn: at('warn'), error: at('error') };
}
