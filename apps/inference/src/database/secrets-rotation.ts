import { setTimeout as sleep } from 'node:timers/promises';
import { encodeProvider, modelsState, providerOf, toolsState } from '@earshot/contracts-inference';
import { openDataSource, Outbox, type Transaction } from '@earshot/persistence';
import { createLogger, type SecretBox } from '@earshot/service-kit';
import type { DataSource } from 'typeorm';
import type { RotationConfig } from '../config.js';
import { ModelsRepository } from '../models/models.repository.js';
import { providerKeys, toolHeaders } from '../secrets/secret-boxes.js';
import { ToolsRepository } from '../tools/tools.repository.js';
import { databaseOptions } from './data-source.js';
import { newCallContext } from '@earshot/messaging';

/** How long the service may take to publish the changes, ms. */
const publishDeadlineMs = 30_000;

/**
 * Reseals all secrets with the current master secret, while the services run. Can be repeated.
 *
 * @param print takes lines for operators.
 * @returns whether the accepted master secrets are no longer needed.
 */
export async function rotateSecrets(config: RotationConfig, print: (line: string) => void): Promise<boolean> {
  const logger = createLogger('inference', 'rotate-secrets', 'warn');
  const dataSource = await openDataSource(databaseOptions(config.databaseUrl, 'inference-rotate-secrets'), logger);
  try {
    const outbox = new Outbox();
    const models = await resealModels(new ModelsRepository(outbox, dataSource), providerKeys(config));
    const tools = await resealTools(new ToolsRepository(outbox, dataSource), toolHeaders(config));
    linesOf('API keys of models', models).forEach(print);
    linesOf('headers of tools', tools).forEach(print);
    const published = await arePublished(dataSource);
    if (!published) print('Not published yet: run this again while inference runs.');
    return published && models.unreadable.length + tools.unreadable.length === 0;
  } finally {
    await dataSource.destroy();
  }
}

function linesOf(what: string, { renewed, kept, unreadable }: Resealed): string[] {
  const counts = `${renewed} sealed again, ${kept} sealed with this key before, ${unreadable.length} unreadable`;
  const lines = unreadable.map((id) => `  ${id}: sealed with a key that is not here; give it, or set the secret again`);
  return [`${what}: ${counts}`, ...lines];
}

/** Waits until the running service has published its outbox: no process reads a text under an old key afterwards. */
async function arePublished(dataSource: DataSource): Promise<boolean> {
  const topics = [modelsState, toolsState].map(({ topic }) => topic.name);
  for (const end = Date.now() + publishDeadlineMs; Date.now() < end; await sleep(200)) {
    const left = 'select exists (select from outbox where topic = any($1)) as left';
    const [found] = await dataSource.query<{ left: boolean }[]>(left, [topics]);
    if (found?.left === false) return true;
  }
  return false;
}

/** What became of the sealed texts of one kind. */
interface Resealed {
  readonly renewed: number;
  /** Sealed with the present key before. */
  readonly kept: number;
  /** Ids of texts that no configured key opens. */
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
function resealModels(repository: ModelsRepository, box: SecretBox): Promise<Resealed> {
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
function resealTools(repository: ToolsRepository, box: SecretBox): Promise<Resealed> {
  return reseal(box, {
    repository,
    textOf: ({ sealed_headers }) => sealed_headers,
    withText: (tool, sealed_headers) => ({ ...tool, sealed_headers }),
  });
}

/** One transaction for each project, under its lock: concurrent writers wait for milliseconds. */
async function reseal<Entity extends { readonly id: string }>(
  box: SecretBox,
  source: Source<Entity>,
): Promise<Resealed> {
  const [unreadable, call] = [new Array<string>(), newCallContext()];
  let [renewed, kept] = [0, 0];
  for (const projectId of await source.repository.projectIds()) {
    await source.repository.transaction(async (tx) => {
      await source.repository.lockProject(tx, projectId);
      for (const { entity, text } of withSealedText(await source.repository.all(tx, projectId), source)) {
        const resealed = resealText(box, text, entity.id);
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

function withSealedText<Entity extends { readonly id: string }>(entities: Entity[], { textOf }: Source<Entity>) {
  return entities.flatMap((entity): Sealed<Entity>[] => {
    const text = textOf(entity);
    return text === null ? [] : [{ entity, text }];
  });
}

function resealText(box: SecretBox, text: string, ownerId: string): string | undefined {
  try {
    return box.renew(text, ownerId);
  } catch {
    return undefined;
  }
}
