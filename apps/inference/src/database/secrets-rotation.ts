import { setTimeout as sleep } from 'node:timers/promises';
import type { StateContract } from '@earshot/contracts-core';
import { encodeProvider, modelsState, providerOf, toolsState } from '@earshot/contracts-inference';
import { newCallContext } from '@earshot/messaging';
import { openDataSource, Outbox, type Transaction } from '@earshot/persistence';
import { createLogger, type SecretBox } from '@earshot/service-kit';
import type { DataSource } from 'typeorm';
import { ModelsRepository } from '../models/models.repository.js';
import { providerKeys, toolHeaders, type RotationConfig } from '../config.js';
import { ToolsRepository } from '../tools/tools.repository.js';
import { databaseOptions } from './data-source.js';
import type { ProjectRow } from './entities/project-row.js';
import type { ProjectRows } from './project-rows.js';

/** How long the service may take to publish the changes, ms. */
const publishDeadlineMs = 30_000;

/** Reseals all secrets with the current master secret. @returns whether the accepted ones are no longer needed. */
export async function rotateSecrets(config: RotationConfig, print: (line: string) => void): Promise<boolean> {
  const logger = createLogger('inference', 'rotate-secrets', 'warn');
  const dataSource = await openDataSource(databaseOptions(config.databaseUrl, 'inference-rotate-secrets'), logger);
  try {
    const models = await reseal(dataSource, providerKeys(config), {
      rows: new ModelsRepository(),
      state: modelsState,
      textOf: (model) => providerOf(model).sealed_secret,
      withText: (model, sealed_secret) => {
        return { ...model, provider: encodeProvider({ ...providerOf(model), sealed_secret }) };
      },
    });
    const tools = await reseal(dataSource, toolHeaders(config), {
      rows: new ToolsRepository(),
      state: toolsState,
      textOf: ({ sealed_headers }) => sealed_headers,
      withText: (tool, sealed_headers) => ({ ...tool, sealed_headers }),
    });
    linesOf('API keys of models', models).forEach(print);
    linesOf('headers of tools', tools).forEach(print);
    const published = await arePublished(dataSource);
    if (!published) print('Not published yet. Run this again while inference runs.');
    return published && models.unreadable.length + tools.unreadable.length === 0;
  } finally {
    await dataSource.destroy();
  }
}

function linesOf(secretKind: string, { renewed, unchanged, unreadable }: Resealed): string[] {
  const counts = `${renewed} sealed again, ${unchanged} sealed with this key before, ${unreadable.length} unreadable`;
  const lines = unreadable.map(
    (id) => `  ${id}: sealed with an unknown key; add it to EARSHOT_SECRET_KEYS_ACCEPTED, or set the secret again`,
  );
  return [`${secretKind}: ${counts}`, ...lines];
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
  readonly unchanged: number;
  /** Ids of texts that no configured key opens. */
  readonly unreadable: readonly string[];
}

/** Where the sealed texts of one kind are. */
interface Source<Row extends ProjectRow> {
  readonly rows: ProjectRows<Row>;
  readonly state: StateContract<Row>;
  readonly textOf: (row: Row) => string | null;
  readonly withText: (row: Row, text: string) => Row;
}

/** One transaction for each project, under its lock: concurrent writers wait for milliseconds. */
async function reseal<Row extends ProjectRow>(
  dataSource: DataSource,
  box: SecretBox,
  { rows, state, textOf, withText }: Source<Row>,
): Promise<Resealed> {
  const [unreadable, call, outbox] = [new Array<string>(), newCallContext(), new Outbox()];
  let [renewed, unchanged] = [0, 0];
  const resealRow = async (tx: Transaction, row: Row, text: string) => {
    const resealed = resealText(box, text, row.id);
    if (resealed === undefined) unreadable.push(row.id);
    else if (resealed === text) unchanged += 1;
    else {
      const changed = withText(row, resealed);
      await rows.update(tx, changed);
      await outbox.state(tx, state, changed, call);
      renewed += 1;
    }
  };
  for (const projectId of await rows.projectIds(dataSource.manager)) {
    await dataSource.transaction(async (tx) => {
      await rows.lockProject(tx, projectId);
      for (const row of await rows.all(tx, projectId)) {
        const text = textOf(row);
        if (text !== null) await resealRow(tx, row, text);
      }
    });
  }
  return { renewed, unchanged, unreadable };
}

function resealText(box: SecretBox, text: string, ownerId: string): string | undefined {
  try {
    return box.renew(text, ownerId);
  } catch {
    return undefined;
  }
}
