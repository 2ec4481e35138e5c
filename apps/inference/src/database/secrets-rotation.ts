import { setTimeout as sleep } from 'node:timers/promises';
import { modelsState, toolsState } from '@earshot/contracts-inference';
import { openDataSource, Outbox } from '@earshot/persistence';
import { createLogger } from '@earshot/service-kit';
import type { DataSource } from 'typeorm';
import type { RotationConfig } from '../config.js';
import { ModelsRepository } from '../models/models.repository.js';
import { resealModels, resealTools, type Resealed } from '../secrets/reseal.js';
import { providerKeys, toolHeaders } from '../secrets/secret-boxes.js';
import { ToolsRepository } from '../tools/tools.repository.js';
import { databaseOptions } from './data-source.js';

/** How long the running service may take to publish what was changed, ms. */
const publishDeadlineMs = 30_000;

/**
 * Seals everything with the present master secret that is sealed with an accepted one, while the services run. Can be repeated.
 *
 * @param print takes lines for people.
 * @returns whether nothing needs the accepted ones any more, as far as the running processes know that.
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

/** The running service publishes what its outbox has; nobody reads a text under an old key from then on. */
async function arePublished(dataSource: DataSource): Promise<boolean> {
  const topics = [modelsState, toolsState].map(({ topic }) => topic.name);
  for (const end = Date.now() + publishDeadlineMs; Date.now() < end; await sleep(200)) {
    const left = 'select exists (select from outbox where topic = any($1)) as left';
    const [found] = await dataSource.query<{ left: boolean }[]>(left, [topics]);
    if (found?.left === false) return true;
  }
  return false;
}
