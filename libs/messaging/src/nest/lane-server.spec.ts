import { describe, expect, it } from '@jest/globals';
import { testContracts } from '../../test/lanes-app.js';
import type { MessagingRuntime } from '../runtime/messaging-runtime.js';
import type { HandlerExtras } from './decorators.js';
import { LaneServer } from './lane-server.js';

const { event } = testContracts('lane-server');

describe('a lane server', () => {
  it('rejects two handlers of one event in one group at start', () => {
    const server = new LaneServer({ serve: () => Promise.resolve() } as unknown as MessagingRuntime);
    const extras = { lane: 'event', contract: event } as unknown as HandlerExtras;
    server.addHandler('event::said.v1', async () => undefined, true, { ...extras });
    server.addHandler('event::said.v1', async () => undefined, true, { ...extras });
    expect(() => server.listen(() => undefined)).toThrow(/said\.v1/);
  });
});
