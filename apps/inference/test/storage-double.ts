import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Controller } from '@nestjs/common';
import {
  keepObject,
  locateObject,
  prepareObject,
  type LocatedObject,
  type ObjectName,
  type PreparedObject,
  type PrepareObject,
  type StoredObject,
} from '@earshot/contracts-storage';
import { AppError, notFound } from '@earshot/errors';
import { CommandHandler, type Command, type CommandResult } from '@earshot/messaging';

/** The storage service and its bucket, in memory: commands over the lanes, bytes over a real socket. */
@Controller()
export class StorageDouble {
  readonly #rows = new Map<string, StoredObject & { kept: boolean }>();
  readonly #objects = new Map<string, Buffer>();
  readonly #server = createServer((request, answer) => void this.#handle(request, answer));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** What is kept under a name, as JSON. */
  kept(name: ObjectName): unknown {
    if (this.#rows.get(keyOf(name))?.kept !== true) return undefined;
    return JSON.parse(String(this.#objects.get(keyOf(name))));
  }

  @CommandHandler(prepareObject)
  prepare(group: readonly Command<PrepareObject>[]): Promise<CommandResult<PreparedObject>[]> {
    return each(group, (announced) => {
      const key = keyOf(announced);
      const row = this.#rows.get(key) ?? { ...announced, created_at: new Date().toISOString(), kept: false };
      this.#rows.set(key, row);
      return { id: row.id, upload_url: row.kept ? null : this.#urlOf(key) };
    });
  }

  @CommandHandler(keepObject)
  keep(group: readonly Command<ObjectName>[]): Promise<CommandResult<StoredObject>[]> {
    return each(group, (name) => {
      const { kept: _, ...object } = Object.assign(this.#row(name), { kept: true });
      return object;
    });
  }

  @CommandHandler(locateObject)
  locate(group: readonly Command<ObjectName>[]): Promise<CommandResult<LocatedObject>[]> {
    return each(group, (name) => ({ ...this.#row(name), download_url: this.#urlOf(keyOf(name)) }));
  }

  #row(name: ObjectName): StoredObject & { kept: boolean } {
    const row = this.#rows.get(keyOf(name));
    if (row === undefined) throw notFound('object', name.name);
    return row;
  }

  #urlOf(key: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${key}`;
  }

  async #handle(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const key = (request.url ?? '/').slice(1);
    if (request.method === 'PUT') {
      this.#objects.set(key, await buffer(request));
      return void answer.end();
    }
    const bytes = this.#objects.get(key);
    if (bytes === undefined) answer.writeHead(404).end();
    else answer.end(bytes);
  }
}

function keyOf({ kind, project_id, name }: ObjectName): string {
  return `${kind}s/${project_id}/${name}`;
}

function each<Q, R>(group: readonly Command<Q>[], act: (body: Q) => R): Promise<CommandResult<R>[]> {
  return Promise.resolve(
    group.map(({ body }) => {
      try {
        return { ok: act(body) };
      } catch (error) {
        if (error instanceof AppError) return { error };
        throw error;
      }
    }),
  );
}
