import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { BucketHealth } from './bucket-health.js';

let away = false;
let health: BucketHealth;

beforeEach(() => {
  jest.useFakeTimers();
  away = false;
  health = new BucketHealth({ sizeOf: () => (away ? Promise.reject(new Error('away')) : Promise.resolve(null)) });
});

afterEach(async () => {
  await health.onModuleDestroy();
  jest.useRealTimers();
});

/** Lets the next probe be answered. */
const probe = () => jest.advanceTimersByTimeAsync(5_000);

it('is unhealthy before the first response of the bucket', async () => {
  expect(health.check()).toEqual({ name: 'bucket', ok: false, detail: 'does not answer' });
  health.onApplicationBootstrap();
  await jest.advanceTimersByTimeAsync(0);
  expect(health.check()).toEqual({ name: 'bucket', ok: true });
});

it('follows outages of the bucket', async () => {
  health.onApplicationBootstrap();
  await jest.advanceTimersByTimeAsync(0);
  away = true;
  await probe();
  expect(health.check().ok).toBe(false);
  away = false;
  await probe();
  expect(health.check().ok).toBe(true);
});
