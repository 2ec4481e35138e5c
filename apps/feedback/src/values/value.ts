import type { ValueEntity } from '../database/entities/value.entity.js';
import { bucketOf } from './bucket.js';

/** A value that is to be recorded; whether it counts is found out. */
export type NewValue = Omit<ValueEntity, 'isCurrent'>;

/** As much of a recorded value as its place in the summaries and in a campaign follows from. */
export type CountedValue = Pick<
  ValueEntity,
  'id' | 'metricId' | 'model' | 'modelId' | 'campaignId' | 'sessionId' | 'value' | 'createdAt'
>;

/** As much of a recorded value as tells whether another takes its place. */
export type RivalValue = CountedValue & Pick<ValueEntity, 'completionId' | 'userId'>;

/** One value more (1) or less (-1) in a cell of the summaries, and in the campaign that it belongs to. */
export interface CellChange {
  readonly metricId: string;
  /** UTC, `2026-01-31`. */
  readonly day: string;
  readonly model: string;
  readonly bucket: number;
  readonly value: number;
  readonly modelId: string | null;
  /** null for none. */
  readonly campaignId: string | null;
  readonly sessionId: string;
  readonly sign: 1 | -1;
}

/** What has to be written so that values are recorded. */
export interface Settlement {
  readonly inserted: readonly ValueEntity[];
  /** Ids of values that were counted until now. */
  readonly superseded: readonly string[];
  readonly changes: readonly CellChange[];
}

/** The UTC day of a time. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** A value, as it enters the summaries or leaves them. */
export function cellChange(counted: CountedValue, sign: 1 | -1): CellChange {
  const { metricId, model, value, modelId, campaignId, sessionId, createdAt } = counted;
  const day = dayOf(createdAt);
  return { metricId, day, model, bucket: bucketOf(value), value, modelId, campaignId, sessionId, sign };
}

/**
 * Decides which values count. Of one user about one thing under one metric that is the latest, and among those of one time the one that came
 * last; values of nobody in particular all count.
 *
 * @param counted the values that count so far, of everybody who has a new one. @param arriving in the order in which they came.
 */
export function settle(counted: readonly RivalValue[], arriving: readonly NewValue[]): Settlement {
  const latest = new Map<string, RivalValue>(counted.map((value) => [rivalryOf(value), value]));
  const old = new Map(counted.map((value) => [value.id, value]));
  for (const value of arriving) {
    const rival = value.userId === null ? undefined : latest.get(rivalryOf(value));
    if (rival === undefined || rival.createdAt <= value.createdAt) latest.set(rivalryOf(value), value);
  }
  const winners = new Set([...latest.values()].map(({ id }) => id));
  const counts = ({ id, userId }: NewValue): boolean => userId === null || winners.has(id);
  const inserted = arriving.map((value) => ({ ...value, isCurrent: counts(value) }));
  const superseded = [...old.values()].filter(({ id }) => !winners.has(id));
  const changes = [
    ...superseded.map((value) => cellChange(value, -1)),
    ...inserted.filter(({ isCurrent }) => isCurrent).map((value) => cellChange(value, 1)),
  ];
  return { inserted, superseded: superseded.map(({ id }) => id), changes };
}

function rivalryOf({
  completionId,
  sessionId,
  metricId,
  userId,
}: Pick<RivalValue, 'completionId' | 'sessionId' | 'metricId' | 'userId'>): string {
  return `${completionId ?? sessionId}/${metricId}/${userId}`;
}
