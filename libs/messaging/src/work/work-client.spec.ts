import { describe, expect, it, jest } from '@jest/globals';
import { testContracts } from '../../test/lanes-app.js';
import type { Inbox } from '../inbox/inbox.js';
import type { FrameSender, OutgoingFrame } from '../send/frame-sender.js';
import { WorkClient } from './work-client.js';

const { work } = testContracts('work-client');

describe(WorkClient.name, () => {
  it('asks nobody before answers can be received, and at once from then on', () => {
    const inbox = { isOpen: false, listen: () => undefined };
    const send = jest.fn((_topic: string, _partition: number, frame: OutgoingFrame) => frame.encode() !== undefined);
    const client = new WorkClient({ send } as unknown as FrameSender, inbox as unknown as Inbox);
    const call = { requestId: 'r', traceparent: '' };
    const asked = client.request(work, { text: 'early' }, { call, deadlineMs: 60_000 }).subscribe();
    client.sweep(Date.now());
    expect(send).not.toHaveBeenCalled();
    inbox.isOpen = true;
    client.sweep(Date.now());
    client.sweep(Date.now());
    expect(send).toHaveBeenCalledTimes(1);
    asked.unsubscribe();
  });
});
