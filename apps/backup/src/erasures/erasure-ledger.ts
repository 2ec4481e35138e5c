import { readFile, rename, writeFile } from 'node:fs/promises';
import { contractsByOwner } from '@earshot/contracts';
import type { EventContract } from '@earshot/contracts-core';
import { eventHeaders, newCallContext } from '@earshot/messaging';
import { connect } from '../database/cut.js';
import { FolderError } from '../folder/backup-folder.js';

/** An erasure event of the interactions service. */
type Erasure = Readonly<Record<string, unknown>> & { readonly type: string; readonly erased_at: string };

const query = `
  select 'user-erased.v1' as type, project_id, user_id as user, null as completion_ids, erased_at from interactions.erasures
  union all
  select 'interaction-erased.v1', project_id, null, answer, max(erased_at) from interactions.erased_completions
    group by project_id, answer
  order by erased_at`;

/** Writes all erasures of an installation to a file, atomically. @returns how many. */
export async function saveLedger(databaseUrl: string, path: string): Promise<number> {
  const client = await connect(databaseUrl);
  try {
    const { rows } = await client.query<Record<string, unknown>>(query);
    const lines = rows.map((row) => {
      const fields = Object.entries(row).filter(([, value]) => value !== null);
      return `${JSON.stringify(Object.fromEntries(fields))}\n`;
    });
    await writeFile(`${path}.new`, lines.join(''), { flush: true, mode: 0o600 });
    await rename(`${path}.new`, path);
    return rows.length;
  } finally {
    await client.end();
  }
}

/**
 * Reads the erasures of a file as records for the services. Those from before the backup are in the backup.
 *
 * @param since when the backup was taken, RFC 3339. @throws FolderError if the file is missing or invalid.
 */
export async function ledgerRecords(path: string, since: string) {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new FolderError(`${path} cannot be read. Write it with 'backup erasures ${path}' on the old installation.`);
  });
  const call = newCallContext();
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map(erasureOf(path)).flatMap(({ contract, event }) => {
    if (Date.parse((event as Erasure).erased_at) < Date.parse(since)) return [];
    const value = Buffer.from(JSON.stringify(event));
    const headers = eventHeaders(contract.type, call);
    return [{ topic: contract.topic.name, key: contract.key(event), value, headers }];
  });
}

function erasureOf(path: string) {
  const contracts = contractsByOwner['interactions'] as readonly EventContract[];
  return (line: string, index: number) => {
    const { type, ...fields } = (parsed(line) ?? {}) as Erasure;
    const contract = contracts.find((one) => one.lane === 'event' && one.type === type && 'erased_at' in fields);
    const event = contract?.schema.safeParse(fields);
    if (contract === undefined || event?.success !== true)
      throw new FolderError(`${path}, line ${index + 1}, is not an erasure.`);
    return { contract, event: event.data };
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
