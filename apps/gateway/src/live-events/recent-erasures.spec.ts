import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { erasuresMs, maxErasures } from './live-event-limits.js';
import { RecentErasures } from './recent-erasures.js';

const [project_id, user, completion] = [randomUUID(), randomUUID(), randomUUID()];
const erased_at = '2026-01-31T12:00:00.000Z';
const thing = { project_id, user: null, at: '2026-01-31T12:30:00.000Z', completion_ids: [] };

describe(RecentErasures.name, () => {
  let erasures: RecentErasures;
  beforeEach(() => {
    erasures = new RecentErasures();
  });

  it('cover everything of a user until the erasure, in that project', () => {
    erasures.note({ project_id, user, erased_at });
    expect(erasures.covers({ ...thing, user, at: erased_at })).toBe(true);
    expect(erasures.covers({ ...thing, user: user.toUpperCase(), at: erased_at })).toBe(true);
    expect(erasures.covers({ ...thing, user })).toBe(false);
    expect(erasures.covers({ ...thing, at: erased_at })).toBe(false);
    expect(erasures.covers({ ...thing, user, at: erased_at, project_id: randomUUID() })).toBe(false);
  });

  it('cover everything about an erased completion', () => {
    erasures.note({ project_id, completion_ids: [randomUUID(), completion], erased_at });
    expect(erasures.covers({ ...thing, completion_ids: [randomUUID(), completion] })).toBe(true);
    expect(erasures.covers({ ...thing, completion_ids: [randomUUID()] })).toBe(false);
  });

  it('expire', () => {
    erasures.note({ project_id, user, erased_at }, 0);
    erasures.note({ project_id, user: randomUUID(), erased_at }, erasuresMs);
    expect(erasures.covers({ ...thing, user, at: erased_at })).toBe(false);
  });

  it('are limited to the latest', () => {
    erasures.note({ project_id, user, erased_at }, 0);
    const completion_ids = Array.from({ length: maxErasures }, (_, number) => `${number}`);
    erasures.note({ project_id, completion_ids, erased_at }, 0);
    expect(erasures.covers({ ...thing, user, at: erased_at })).toBe(false);
    expect(erasures.covers({ ...thing, completion_ids: ['0'] })).toBe(true);
  });
});
