import type { z } from 'zod';
import type { Topic } from './topic.js';

interface ContractFields {
  readonly topic: Topic;
  /** Name and version, unique over all topics, for example `create-project.v1`. A breaking change is a new version. */
  readonly type: string;
}

/** A read or durable write that a service requests from another and waits for. */
export interface CommandContract<Request = unknown, Reply = unknown> extends ContractFields {
  readonly lane: 'command';
  readonly request: z.ZodType<Request>;
  readonly reply: z.ZodType<Reply>;
  /** true: a read, which is skipped after its deadline; absent for writes. */
  readonly read?: true;
  /**
   * true: the order does not matter, so all arrived commands of this type are handled together, even with others
   * between them.
   */
  readonly independent?: true;
}

/** A request with a waiting client, answered by a stream of chunks. */
export interface WorkContract<Request = unknown, Chunk = unknown> extends ContractFields {
  readonly lane: 'work';
  readonly request: z.ZodType<Request>;
  readonly chunk: z.ZodType<Chunk>;
}

/** A fact, published after its commit. */
export interface EventContract<Event = unknown> extends ContractFields {
  readonly lane: 'event';
  readonly schema: z.ZodType<Event>;
  /**
   * Events of one key are read in order. null: any order; a batch then goes to one partition, which costs the broker
   * less.
   */
  readonly key: (event: Event) => string | null;
}

/** The latest value of an entity; a tombstone if it was deleted. */
export interface StateContract<Value = unknown> extends ContractFields {
  readonly lane: 'state';
  readonly schema: z.ZodType<Value>;
  readonly key: (value: Value) => string;
}

/** Any message between services. */
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

/** The contracts among the exports of modules. */
export function contractsIn(...modules: readonly object[]): Contract[] {
  return modules.flatMap((module) => Object.values(module) as unknown[]).filter(isContract);
}

/** Schemas have a type but no lane, topics the other way round. */
function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'lane' in value && 'type' in value;
}
