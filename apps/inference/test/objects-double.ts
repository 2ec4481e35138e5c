import type { ObjectName } from '@earshot/contracts-storage';
import { notFound, overloaded } from '@earshot/errors';
import type { LoadedObject, NewObject } from '@earshot/storage-client';

/** What lies in a bucket, in memory. */
export class ObjectsDouble {
  readonly #objects = new Map<string, { bytes: Buffer; kept: boolean }>();
  loads = 0;
  /** Answers nothing but that it is away. */
  away = false;

  add(name: ObjectName, bytes: Buffer): void {
    this.#objects.set(keyOf(name), { bytes, kept: false });
  }

  /** What is kept of an object. */
  kept(name: ObjectName): Buffer | undefined {
    const object = this.#objects.get(keyOf(name));
    return object?.kept ? object.bytes : undefined;
  }

  async put({ name, bytes }: NewObject): Promise<void> {
    this.#find();
    this.add(name, bytes);
  }

  async keep(name: ObjectName): Promise<void> {
    this.#find(name).kept = true;
  }

  async load(name: ObjectName): Promise<LoadedObject> {
    this.loads += 1;
    return { bytes: this.#find(name).bytes, contentType: 'application/json' };
  }

  #find(name?: ObjectName): { bytes: Buffer; kept: boolean } {
    if (this.away) throw overloaded('service_unavailable', 'Away.', 2);
    const object = name && this.#objects.get(keyOf(name));
    if (name !== undefined && object === undefined) throw notFound('object', name.name);
    return object ?? { bytes: Buffer.alloc(0), kept: false };
  }
}

function keyOf({ kind, project_id, name }: ObjectName): string {
  return `${kind}/${project_id}/${name}`;
}
