import { randomUUID } from 'node:crypto';
import type { ReviewSource } from '@earshot/contracts-feedback';
import { interactionStarted } from '@earshot/contracts-interactions';
import { DataSource } from 'typeorm';
import { until } from '@earshot/messaging/testing';
import type { FeedbackApp } from './feedback-app.js';
import { startedEvent } from './started-event.js';

export { allInteractions as everything } from '@earshot/contracts-interactions';

interface Fill {
  readonly cursor: string | null;
  readonly error: string | null;
  readonly isIdle: boolean;
}

/** Review queues of a suite, and the answers that their sources find. */
export function filledQueuesOf(app: FeedbackApp) {
  const query = <T>(text: string, values: unknown[] = []) => app.service(DataSource).query<T>(text, values);

  /** Creates a queue that is filled at once. @returns its id. */
  async function queueOf(metricId: string, source: ReviewSource): Promise<string> {
    const id = randomUUID();
    const kind = source !== null && Object.keys(source).join() === 'filter' ? 'rate' : 'compare';
    await query(
      `insert into review_queues (id, project_id, key, name, kind, metric_id, source, reviews_per_item, lease_seconds, created_at, updated_at)
     values ($1::uuid, $2, $1::uuid::text, 'A queue', $3, $4, $5, 1, 300, now(), now())`,
      [id, app.projectId, kind, metricId, JSON.stringify(source)],
    );
    return id;
  }

  const isStored = async (completionId: string) =>
    (await query<unknown[]>('select from completion_refs where completion_id = $1', [completionId])).length > 0;

  /** Stores an answer that a scan finds after those before. @returns its completion. */
  async function answer(fields: {
    model_id?: string;
    prompt_hash?: string;
    ab_campaign?: string;
    user?: string;
    complete?: boolean;
    tags?: string[];
  }): Promise<string> {
    const { complete = true, tags = [], ...about } = fields;
    const { completionId, ...event } = startedEvent(app.projectId, about);
    await app.publishEvent(interactionStarted, event);
    // Pairs are looked up in the service's own rows, whose events come in several partitions.
    if (fields.prompt_hash !== undefined) await until(() => isStored(completionId));
    app.interactions.completions.push({
      completion_id: completionId,
      model_id: event.model_id,
      ab_campaign: event.ab_campaign ?? null,
      complete,
      tags,
    });
    return completionId;
  }

  /** The completions of the items of a queue, in the order of reviews. */
  async function itemsOf(queue: string): Promise<string[][]> {
    const rows = await query<{ first_id: string; second_id: string | null }[]>(
      'select first_id, second_id from review_items where queue_id = $1 order by created_at, id',
      [queue],
    );
    return rows.map(({ first_id, second_id }) => [first_id, ...(second_id === null ? [] : [second_id])]);
  }

  async function fillOf(queue: string): Promise<Fill> {
    const [row] = await query<Fill[]>(
      `select fill_cursor as cursor, fill_error as error, coalesce(fill_after > now() + interval '1 second', false) as "isIdle"
     from review_queues where id = $1`,
      [queue],
    );
    return row as Fill;
  }

  /** Makes a queue due. */
  const due = (queue: string) => query('update review_queues set fill_after = null where id = $1', [queue]);

  const hasItems = (queue: string, count: number) => until(async () => (await itemsOf(queue)).length >= count);
  const isIdle = (queue: string) =>
    until(async () => {
      const { cursor, isIdle } = await fillOf(queue);
      return cursor !== null && isIdle;
    });

  return { query, queueOf, answer, itemsOf, fillOf, due, hasItems, isIdle };
}
