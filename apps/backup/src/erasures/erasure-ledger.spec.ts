import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ledgerRecords } from './erasure-ledger.js';

const folder = mkdtempSync(join(tmpdir(), 'ledger-'));
afterAll(() => rmSync(folder, { recursive: true }));

const project_id = '0198c5a4-7d10-7000-8000-000000000001';
const id = '0198c5a4-7d10-7000-8000-000000000006';
const user = { type: 'user-erased.v1', project_id, user: id, erased_at: '2026-01-02T00:00:00.000Z' };
const one = { ...user, type: 'interaction-erased.v1', user: undefined, completion_ids: [id] };

const fileOf = (...lines: (object | string)[]) => {
  const path = join(folder, 'ledger');
  writeFileSync(path, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  return path;
};

describe('an erasure ledger', () => {
  it('sends services only the erasures since the backup', async () => {
    const before = { ...user, erased_at: '2026-01-01T23:59:59.999Z' };
    const records = await ledgerRecords(fileOf(before, user, one), '2026-01-02T00:00:00.000Z');
    expect(records.map(({ topic, headers, value }) => [topic, headers['type'], JSON.parse(String(value))])).toEqual([
      ['interactions.erased', 'user-erased.v1', { project_id, user: id, erased_at: user.erased_at }],
      ['interactions.erased', 'interaction-erased.v1', { project_id, completion_ids: [id], erased_at: one.erased_at }],
    ]);
    expect(await ledgerRecords(fileOf(), user.erased_at)).toEqual([]);
  });

  it.each([
    ['no JSON', 'x'],
    ['no object', '1'],
    ['another event', { ...user, type: 'interaction-started.v1' }],
    ['no user', { ...user, user: 'x' }],
  ])('is rejected as a whole, with the line, when an entry has %s', async (_what, line) => {
    await expect(ledgerRecords(fileOf(user, line), user.erased_at)).rejects.toThrow('line 2, is not an erasure');
  });

  it('that is missing is rejected, with instructions to write one', async () => {
    await expect(ledgerRecords(join(folder, 'none'), user.erased_at)).rejects.toThrow('backup erasures');
  });
});
