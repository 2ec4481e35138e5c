import { describe, expect, it } from '@jest/globals';
import type { KeyLimits } from '@earshot/contracts-projects';
import { isExpired, KeyUsage, minuteMs, reportTimeoutMs } from './key-usage.js';

const keyId = '01a1fa94-bc39-76fc-ae14-2236200b254a';
const now = 1_767_323_045_000;
const newUsage = () => new KeyUsage(keyId, () => undefined);

/** What each of so many requests in a row meets: the limit that stood against it, null where none did. */
function meets(usage: KeyUsage, limits: KeyLimits, count: number, at = now): (string | null)[] {
  return Array.from({ length: count }, () => {
    const { exceeded, window } = usage.admit(limits, at);
    return exceeded ? window.name : null;
  });
}

describe('a limit of requests', () => {
  const limits = { requests_per_minute: 2 };

  it('admits its number in each minute', () => {
    const usage = newUsage();
    expect(meets(usage, limits, 3)).toEqual([null, null, 'requests_per_minute']);
    expect(meets(usage, limits, 1, now + minuteMs - 1)).toEqual(['requests_per_minute']);
    expect(meets(usage, limits, 3, now + minuteMs)).toEqual([null, null, 'requests_per_minute']);
  });

  it('returns a Retry-After that is never too early', () => {
    const usage = newUsage();
    meets(usage, limits, 2);
    const later = now + 12_345;
    const { window } = usage.admit(limits, later);
    expect(window).toMatchObject({ used: 2, limit: 2, resetS: 48 });
    expect(usage.admit(limits, later + window.resetS * 1_000).exceeded).toBe(false);
  });

  it('applies a change at once, with the earlier use', () => {
    const usage = newUsage();
    meets(usage, { requests_per_minute: 100 }, 5);
    expect(meets(usage, limits, 1)).toEqual(['requests_per_minute']);
    expect(meets(usage, { requests_per_minute: 6 }, 2)).toEqual([null, 'requests_per_minute']);
  });
});

describe('a limit of tokens', () => {
  const limits = { tokens_per_minute: 100 };

  it('rejects by the tokens of finished answers, not by estimates', () => {
    const usage = newUsage();
    expect(meets(usage, limits, 3)).toEqual([null, null, null]);
    usage.spend(99, now);
    expect(meets(usage, limits, 1)).toEqual([null]);
    usage.spend(5_000, now);
    expect(meets(usage, limits, 1, now + minuteMs - 1)).toEqual(['tokens_per_minute']);
    expect(meets(usage, limits, 1, now + minuteMs)).toEqual([null]);
  });

  it('counts an answer in the minute of its end', () => {
    const usage = newUsage();
    meets(usage, limits, 1);
    usage.spend(100, now + minuteMs + 1);
    expect(meets(usage, limits, 1, now + 2 * minuteMs)).toEqual(['tokens_per_minute']);
  });
});

describe('a limit of concurrent requests', () => {
  const limits = { concurrent: 2 };

  it('rejects the next one until one has ended, in any minute', () => {
    const usage = newUsage();
    expect(meets(usage, limits, 3)).toEqual([null, null, 'concurrent']);
    expect(meets(usage, limits, 1, now + 10 * minuteMs)).toEqual(['concurrent']);
    usage.release();
    expect(meets(usage, limits, 2, now + 10 * minuteMs)).toEqual([null, 'concurrent']);
  });

  it('counts a rejected request against no other limit', () => {
    const usage = newUsage();
    expect(meets(usage, { concurrent: 1, requests_per_minute: 2 }, 5)).toEqual([null, ...Array(4).fill('concurrent')]);
    usage.release();
    expect(meets(usage, { concurrent: 1, requests_per_minute: 2 }, 1)).toEqual([null]);
  });
});

describe('a key with several limits', () => {
  it('reports the limit with the smallest remaining share', () => {
    const usage = newUsage();
    const limits = { requests_per_minute: 10, tokens_per_minute: 100, concurrent: 5 };
    expect(usage.admit(limits, now).window).toMatchObject({ name: 'concurrent', used: 1 });
    usage.release();
    usage.spend(90, now);
    expect(usage.admit(limits, now).window).toMatchObject({ name: 'tokens_per_minute', used: 90 });
  });
});

describe('usage of other gateways', () => {
  it('counts like local usage, in the minute of the start', () => {
    const [here, there] = [newUsage(), newUsage()];
    meets(there, { requests_per_minute: 10 }, 2);
    there.spend(7, now);
    here.receive(there.report('there', now + 100));
    expect(here.total(now + 200)).toEqual({ requests: 2, tokens: 7, concurrent: 2, minuteEndsAt: now + minuteMs });
    expect(meets(here, { requests_per_minute: 3 }, 2, now + 30_000)).toEqual([null, 'requests_per_minute']);
    expect(meets(here, { requests_per_minute: 3 }, 1, now + minuteMs)).toEqual([null]);
  });

  it('replaces earlier reports', () => {
    const [here, there] = [newUsage(), newUsage()];
    for (let count = 1; count <= 3; count += 1) {
      meets(there, { requests_per_minute: 10 }, 1);
      here.receive(there.report('there', now));
    }
    expect(here.total(now)).toMatchObject({ requests: 3, concurrent: 3 });
  });

  it('counts concurrent requests until the gateway is silent, others until their minute ends', () => {
    const [here, there] = [newUsage(), newUsage()];
    meets(there, { concurrent: 5 }, 2);
    here.receive(there.report('there', now));
    expect(here.total(now + reportTimeoutMs - 1)).toMatchObject({ requests: 2, concurrent: 2 });
    expect(here.total(now + reportTimeoutMs)).toMatchObject({ requests: 2, concurrent: 0 });
    expect(here.total(now + minuteMs)).toMatchObject({ requests: 0, concurrent: 0 });
  });
});

describe('the memory of a key', () => {
  it('is freed when nothing counts any more, never during a request', () => {
    const [here, there] = [newUsage(), newUsage()];
    meets(here, { concurrent: 1 }, 1);
    meets(there, { concurrent: 1 }, 1);
    here.receive(there.report('there', now));
    expect(here.expire(now + minuteMs)).toBe(false);
    here.release();
    expect(here.expire(now + minuteMs - 1)).toBe(false);
    expect(here.expire(now + minuteMs)).toBe(true);
    expect(isExpired(there.report('there', now), now + minuteMs)).toBe(true);
  });
});
