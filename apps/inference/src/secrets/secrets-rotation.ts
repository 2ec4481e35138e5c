import { setTimeout as sleep } from 'node:timers/promises';
import type { StateContract } from '@earshot/contracts-core';
import { encodeProvider, modelsState, providerOf, toolsState } from '@earshot/contracts-inference';
import { newCallContext } from '@earshot/messaging';
import { openDataSource, Outbox } from '@earshot/persistence';
import { createLogger, type SecretBox } from '@earshot/service-kit';
import { ModelsRepository } from '../models/models.repository.js';
import { providerKeys, toolHeaders, type RotationConfig } from '../config.js';
import { ToolsRepository } from '../tools/tools.repository.js';
import { databaseOptions } from '../database/data-source.js';
import type { ProjectRow } from '../database/entities/project-row.js';
import type { ProjectRows } from '../database/project-rows.js';
import { SealedRowsRepository } from './sealed-rows.repository.js';

/** How long the service may take to publish the changes, ms. */
const publishDeadlineMs = 30_000;

/** Reseals all secrets with the current master secret. @returns whether the accepted ones are no longer needed. */
export async function rotateSecrets(config: RotationConfig, print: (line: string) => void): Promise<boolean> {
  const logger = createLogger('inference', 'rotate-secrets', 'warn');
  const dataSource = await openDataSource(databaseOptions(config.databaseUrl, 'inference-rotate-secrets'), logger);
  try {
    const sealed = new SealedRowsRepository(dataSource);
    const models = await reseal(sealed, providerKeys(config), {
      rows: new ModelsRepository(),
      state: modelsState,
      textOf: (model) => providerOf(model).sealed_secret,
      withText: (model, sealed_secret) => {
        return { ...model, provider: encodeProvider({ ...providerOf(model), sealed_secret }) };
      },
    });
    const tools = await reseal(sealed, toolHeaders(config), {
      rows: new ToolsRepository(),
      state: toolsState,
      textOf: ({ sealed_headers }) => sealed_headers,
      withText: (tool, sealed_headers) => ({ ...tool, sealed_headers }),
    });
    linesOf('API keys of models', models).forEach(print);
    linesOf('headers of tools', tools).forEach(print);
    const published = await arePublished(sealed);
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
async function arePublished(sealed: SealedRowsRepository): Promise<boolean> {
  const topics = [modelsState, toolsState].map(({ topic }) => topic.name);
  for (const end = Date.now() + publishDeadlineMs; Date.now() < end; await sleep(200)) {
    if (!(await sealed.hasUnpublished(topics))) return true;
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

async function reseal<Row extends ProjectRow>(
  sealed: SealedRowsRepository,
  box: SecretBox,
  { rows, state, textOf, withText }: Source<Row>,
): Promise<Resealed> {
  const [unreadable, call, outbox] = [new Array<string>(), newCallContext(), new Outbox()];
  let [renewed, unchanged] = [0, 0];
  await sealed.forEach(rows, async (tx, row) => {
    const text = textOf(row);
    if (text === null) return;
    const resealed = resealText(box, text, row.id);
    if (resealed === undefined) unreadable.push(row.id);
    else if (resealed === text) unchanged += 1;
    else {
      const changed = withText(row, resealed);
      await rows.update(tx, changed);
      await outbox.state(tx, state, changed, call);
      renewed += 1;
    }
  });
  return { renewed, unchanged, unreadable };
}

function resealText(box: SecretBox, text: string, ownerId: string): string | undefined {
  try {
    return box.renew(text, ownerId);
  } catch {
    return undefined;
  }
}
