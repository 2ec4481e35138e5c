import { Controller } from '@nestjs/common';
import {
  discardObject,
  keepObject,
  locateObject,
  prepareObject,
  type DiscardedObject,
  type LocatedObject,
  type ObjectName,
  type PreparedObject,
  type PrepareObject,
  type StoredObject,
} from '@earshot/contracts-storage';
import { AppError, notFound } from '@earshot/errors';
import { CommandHandler, type Command, type CommandResult } from '@earshot/messaging';
import { BucketDouble } from './bucket-double.js';

/** The bucket behind the scripted storage service. */
export const bucket = new BucketDouble();

/** What was given up. */
export const discarded: ObjectName[] = [];

/** How many commands came, by their type. */
export const storageCommands = new Map<string, number>();

/** The storage service, with its rows in memory. */
@Controller()
export class ScriptedStorageController {
  readonly #rows = new Map<string, StoredObject & { kept: boolean }>();

  @CommandHandler(prepareObject)
  prepare(group: readonly Command<PrepareObject>[]): Promise<CommandResult<PreparedObject>[]> {
    return eachCommand(prepareObject.type, group, (announced) => {
      const key = keyOf(announced);
      const row = this.#rows.get(key) ?? { ...announced, created_at: new Date().toISOString(), kept: false };
      this.#rows.set(key, row);
      return { id: row.id, upload_url: row.kept ? null : bucket.urlOf(key) };
    });
  }

  @CommandHandler(keepObject)
  keep(group: readonly Command<ObjectName>[]): Promise<CommandResult<StoredObject>[]> {
    return eachCommand(keepObject.type, group, (name) => {
      const row = this.#row(name);
      row.kept = true;
      const { kept: _, ...object } = row;
      return object;
    });
  }

  @CommandHandler(locateObject)
  locate(group: readonly Command<ObjectName>[]): Promise<CommandResult<LocatedObject>[]> {
    return eachCommand(locateObject.type, group, (name) => ({
      ...this.#row(name),
      download_url: bucket.urlOf(keyOf(name)),
    }));
  }

  @CommandHandler(discardObject)
  discard(group: readonly Command<ObjectName>[]): Promise<CommandResult<DiscardedObject>[]> {
    return eachCommand(discardObject.type, group, (name) => {
      discarded.push(name);
      return { discarded: true };
    });
  }

  #row(name: ObjectName): StoredObject & { kept: boolean } {
    const row = this.#rows.get(keyOf(name));
    if (row === undefined) throw notFound('object', name.name);
    return row;
  }
}

function keyOf({ kind, project_id, name }: ObjectName): string {
  return `${kind}s/${project_id}/${name}`;
}

/** Answers each command of a group. */
export function eachCommand<Q, R>(
  type: string,
  group: readonly Command<Q>[],
  act: (body: Q) => R,
): Promise<CommandResult<R>[]> {
  storageCommands.set(type, (storageCommands.get(type) ?? 0) + group.length);
  return Promise.resolve(group.map(({ body }) => attempt(() => act(body))));
}

function attempt<R>(act: () => R): CommandResult<R> {
  try {
    return { ok: act() };
  } catch (error) {
    if (error instanceof AppError) return { error };
    throw error;
  }
}
