import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { insertRows, type Transaction } from '@earshot/persistence';
import { ReferencesRepository, subjectKey } from '../references/references.repository.js';
import type { ClaimedQueue, FoundItem } from './fill.js';

const columns = {
  id: 'uuid',
  queue_id: 'uuid',
  first_id: 'uuid',
  second_id: 'uuid',
  created_at: 'timestamptz',
};

/** Adds items that were found for a queue. */
@Injectable()
export class NewItemsRepository {
  constructor(private readonly references: ReferencesRepository) {}

  /** Adds the items that the queue does not have, without those of erased completions. The queue is locked. */
  async add(
    tx: Transaction,
    { id: queue_id, project_id }: Pick<ClaimedQueue, 'id' | 'project_id'>,
    items: readonly FoundItem[],
  ): Promise<void> {
    const subjects = items.flatMap(({ completions }) => completions.map((one) => ({ ...one, project_id })));
    const living = await this.references.living(tx, subjects);
    const added = items.filter(({ completions }) =>
      completions.every((one) => living.has(subjectKey({ ...one, project_id }))),
    );
    // Reviewers get items by age: one millisecond apart, and after earlier ones, they keep the order of the source.
    const [last]: { at: Date | null }[] = await tx.query(
      'select max(created_at) as at from review_items where queue_id = $1',
      [queue_id],
    );
    const start = Math.max(Date.now() - added.length, (last?.at?.getTime() ?? 0) + 1);
    const rows = added.map(({ completions: [first, second] }, index) => ({
      id: randomUUID(),
      queue_id,
      first_id: first?.completion_id as string,
      second_id: second?.completion_id ?? null,
      created_at: new Date(start + index).toISOString(),
    }));
    await insertRows(tx, 'review_items', columns, rows, 'on conflict do nothing');
  }
}
