import { encodeProvider, providerOf } from '@earshot/contracts-inference';
import { newCallContext } from '@earshot/messaging';
import type { Transaction } from '@earshot/persistence';
import type { SecretBox } from '@earshot/service-kit';
import type { ModelsRepository } from '../models/models.repository.js';
import type { ToolsRepository } from '../tools/tools.repository.js';

/** What became of the sealed texts of one kind. */
export interface Resealed {
  readonly renewed: number;
  /** Sealed with the present key before. */
  readonly kept: number;
  /** Ids of what is sealed with a key that is not here. */
  readonly unreadable: readonly string[];
}

/** Something with a sealed text. */
interface Sealed<Entity> {
  readonly entity: Entity;
  readonly text: string;
}

/** Where the sealed texts of one kind are. */
interface Source<Entity extends { readonly id: string }> {
  readonly repository: {
    projectIds(): Promise<string[]>;
    transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
    lockProject(tx: Transaction, projectId: string): Promise<void>;
    all(tx: Transaction, projectId: string): Promise<Entity[]>;
    update(tx: Transaction, entity: Entity): Promise<void>;
    publish(tx: Transaction, entity: Entity, call: ReturnType<typeof newCallContext>): Promise<void>;
  };
  readonly textOf: (entity: Entity) => string | null;
  readonly withText: (entity: Entity, text: string) => Entity;
}

/** Seals the API keys of providers with the present master secret. */
export function resealModels(repository: ModelsRepository, box: SecretBox): Promise<Resealed> {
  return reseal(box, {
    repository,
    textOf: (model) => providerOf(model).sealed_secret,
    withText: (model, sealed_secret) => ({
      ...model,
      provider: encodeProvider({ ...providerOf(model), sealed_secret }),
    }),
  });
}

/** Seals the headers of tools with the present master secret. */
export function resealTools(repository: ToolsRepository, box: SecretBox): Promise<Resealed> {
  return reseal(box, {
    repository,
    textOf: ({ sealed_headers }) => sealed_headers,
    withText: (tool, sealed_headers) => ({ ...tool, sealed_headers }),
  });
}

/** One project in one transaction, under its lock: whoever changes something meanwhile waits for milliseconds, and nothing is lost. */
async function reseal<Entity extends { readonly id: string }>(
  box: SecretBox,
  source: Source<Entity>,
): Promise<Resealed> {
  const [unreadable, call] = [new Array<string>(), newCallContext()];
  let [renewed, kept] = [0, 0];
  for (const projectId of await source.repository.projectIds()) {
    await source.repository.transaction(async (tx) => {
      await source.repository.lockProject(tx, projectId);
      for (const { entity, text } of sealedAmong(await source.repository.all(tx, projectId), source)) {
        const resealed = renewedText(box, text, entity.id);
        if (resealed === undefined) unreadable.push(entity.id);
        else if (resealed === text) kept += 1;
        else {
          const changed = source.withText(entity, resealed);
          await source.repository.update(tx, changed);
          await source.repository.publish(tx, changed, call);
          renewed += 1;
        }
      }
    });
  }
  return { renewed, kept, unreadable };
}

function sealedAmong<Entity extends { readonly id: string }>(entities: Entity[], { textOf }: Source<Entity>) {
  return entities.flatMap((entity): Sealed<Entity>[] => {
    const text = textOf(entity);
    return text === null ? [] : [{ entity, text }];
  });
}

function renewedText(box: SecretBox, text: string, ownerId: string): string | undefined {
  try {
    return box.renew(text, ownerId);
  } catch {
    return undefined;
  }
}
