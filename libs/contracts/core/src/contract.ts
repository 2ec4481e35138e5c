import type { z } from 'zod';
import type { Topic } from './topic.js';

interface ContractFields {
  readonly topic: Topic;
  /** Name and version, unique over all topics, for example `create-project.v1`. A breaking change is a new version. */
  readonly type: string;
}

/** A read or durable write that one service asks of another and waits for. */
export interface CommandContract<Request = unknown, Reply = unknown> extends ContractFields {
  readonly lane: 'command';
  readonly request: z.ZodType<Request>;
  readonly reply: z.ZodType<Reply>;
  /** true: it changes nothing, so once its caller has stopped waiting it need not be handled; absent for writes. */
  readonly read?: true;
  /**
   * true: those of one key need not be handled in their order, so that all that have come in are handled together, whatever lies between
   * them; absent where the order matters.
   */
  readonly independent?: true;
}

/** A request that costs money and has a waiting client; answered by a stream of chunks. */
export interface WorkContract<Request = unknown, Chunk = unknown> extends ContractFields {
  readonly lane: 'work';
  readonly request: z.ZodType<Request>;
  readonly chunk: z.ZodType<Chunk>;
}

/** A fact, published once it holds, for whoever wants to know. */
export interface EventContract<Event = unknown> extends ContractFields {
  readonly lane: 'event';
  readonly schema: z.ZodType<Event>;
  /**
   * Events with one key are read in the order in which they were published. null: in any order, and then what is published together lies
   * together, which costs the broker a fraction of what spreading it over all partitions does.
   */
  readonly key: (event: Event) => string | null;
}

/** The latest value of one entity; a tombstone means that it is gone. */
export interface StateContract<Value = unknown> extends ContractFields {
  readonly lane: 'state';
  readonly schema: z.ZodType<Value>;
  readonly key: (value: Value) => string;
}

/** Any message that may travel between services. */
export type Contract = CommandContract | WorkContract | EventContract | StateContract;

/** Declares a command. */
export function defineCommand<Request, Reply>(
  contract: Omit<CommandContract<Request, Reply>, 'lane'>,
): CommandContract<Request, Reply> {
  return { lane: 'command', ...contract };
}

/** Declares a unit of work. */
export function defineWork<Request, Chunk>(
  contract: Omit<WorkContract<Request, Chunk>, 'lane'>,
): WorkContract<Request, Chunk> {
  return { lane: 'work', ...contract };
}

/** Declares an event. */
export function defineEvent<Event>(contract: Omit<EventContract<Event>, 'lane'>): EventContract<Event> {
  return { lane: 'event', ...contract };
}

/** Declares replicated state. */
export function defineState<Value>(contract: Omit<StateContract<Value>, 'lane'>): StateContract<Value> {
  return { lane: 'state', ...contract };
}
