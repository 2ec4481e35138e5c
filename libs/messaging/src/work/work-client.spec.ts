import { describe, expect, it, jest } from '@jest/globals';
import { testContracts } from '../../test/lanes-app.js';
import type { ReplyTopic } from '../replies/reply-topic.js';
import type { FrameSender, OutgoingFrame } from '../send/frame-sender.js';
import type { Envelope, ReplyTopicFrame } from '../wire/frames.js';
import { brokerOutageMs, sweepIntervalMs, workerReconnectMs } from '../timing.js';
import { WorkClient } from './work-client.js';

const { work } = testContracts('work-client');

/** Sweeps as the process does, from one time to another. */
function sweepUntil(client: WorkClient, from: number, to: number): void {
  for (let now = from; now <= to; now += sweepIntervalMs) client.sweep(now);
}

describe(WorkClient.name, () => {
  it('sends requests only after its reply topic is open', () => {
    const replyTopic = { isOpen: false, listen: () => undefined, contactAt: Infinity };
    const send = jest.fn((_topic: string, _partition: number, frame: OutgoingFrame) => frame.encode() !== undefined);
    const client = new WorkClient({ send } as unknown as FrameSender, replyTopic as unknown as ReplyTopic);
    const call = { requestId: 'r', traceparent: '' };
    const subscription = client.request(work, { text: 'early' }, { call, deadlineMs: 60_000 }).subscribe();
    client.sweep(Date.now());
    expect(send).not.toHaveBeenCalled();
    replyTopic.isOpen = true;
    client.sweep(Date.now());
    client.sweep(Date.now());
    expect(send).toHaveBeenCalledTimes(1);
    subscription.unsubscribe();
  });

  describe('informed by a heartbeat of the sent chunks', () => {
    it('requests missing chunks once', () => {
      const { ask, receive, sendFrame } = scene();
      const { id } = ask();
      receive({ t: 'reply', id, attempt: 1, seq: 0, chunks: [{ text: 'a' }] });
      for (let beats = 0; beats < 2; beats += 1) receive({ t: 'alive', ids: ['another', id], seqs: [7, 3] });
      expect(sendFrame.mock.calls.filter(([, { t }]) => t === 'resend')).toEqual([
        ['inbox.inference-0', { t: 'resend', id, attempt: 1, from: 1 }],
      ]);
    });

    it('requests a resend again when the first one was lost', () => {
      const { ask, receive, sendFrame } = scene();
      const { id, at } = ask();
      receive({ t: 'reply', id, attempt: 1, seq: 0 });
      const now = jest.spyOn(Date, 'now');
      for (const ms of [1_000, 2_000, 3_000]) {
        now.mockReturnValue(at + ms);
        receive({ t: 'alive', ids: [id], seqs: [1] });
      }
      now.mockRestore();
      expect(sendFrame.mock.calls.map(([, { t }]) => t)).toEqual(['heard', 'resend', 'heard', 'heard', 'resend']);
    });

    it('requests no resend when nothing is missing or an older worker sends no counts', () => {
      const { ask, receive, sendFrame } = scene();
      const { id } = ask();
      receive({ t: 'reply', id, attempt: 1, seq: 0, chunks: [{ text: 'a' }] });
      receive({ t: 'alive', ids: [id], seqs: [1] });
      receive({ t: 'alive', ids: [id] });
      expect(sendFrame.mock.calls.map(([, { t }]) => t)).toEqual(['heard', 'heard']);
    });
  });

  describe('while the broker does not answer', () => {
    it('fails an accepted request with service_unavailable after 15 s, not before', () => {
      const { broker, client, ask, receive } = scene();
      const { id, seen, at } = ask();
      receive({ t: 'reply', id, attempt: 1, seq: 0, chunks: [{ text: 'half' }] });
      broker.contactAt = at;
      sweepUntil(client, at, at + brokerOutageMs - sweepIntervalMs);
      expect(seen).toEqual([{ text: 'half' }]);
      sweepUntil(client, at + brokerOutageMs, at + brokerOutageMs + sweepIntervalMs);
      expect(seen).toEqual([{ text: 'half' }, expect.objectContaining({ code: 'service_unavailable' })]);
    });

    it('neither retries nor fails a request whose worker it cannot hear, and takes its end afterwards', () => {
      const { broker, client, send, ask, receive } = scene();
      const { id, seen, at } = ask();
      broker.contactAt = at;
      const backAt = at + brokerOutageMs / 2;
      sweepUntil(client, at, backAt);
      broker.contactAt = Infinity;
      sweepUntil(client, backAt, backAt + workerReconnectMs - sweepIntervalMs);
      expect(send).toHaveBeenCalledTimes(1);
      receive({ t: 'reply', id, attempt: 1, seq: 0, chunks: [{ text: 'whole' }], done: true });
      expect(seen).toEqual([{ text: 'whole' }]);
    });
  });

  describe('after an event-loop stall', () => {
    it('does not resend a request whose answer may be unread, and delivers that answer', () => {
      const { client, send, ask, receive } = scene();
      const { id, seen, at } = ask();
      client.sweep(at + 2_000);
      expect(send).toHaveBeenCalledTimes(1);
      receive({ t: 'reply', id, attempt: 1, seq: 0, chunks: [{ text: 'paid once' }], done: true });
      expect(seen).toEqual([{ text: 'paid once' }]);
    });

    it('retries a request that no worker accepted in time', () => {
      const { client, send, ask } = scene();
      const { at } = ask();
      for (const ms of [2_000, 2_900]) client.sweep(at + ms);
      expect(send).toHaveBeenCalledTimes(1);
      client.sweep(at + 3_100);
      expect(send).toHaveBeenCalledTimes(2);
    });

    it('resends at once what the broker rejected', () => {
      const { client, send, ask } = scene();
      const { at } = ask();
      send.mock.calls[0]?.[2].failed(new Error('broker away'));
      client.sweep(at + 2_000);
      expect(send).toHaveBeenCalledTimes(2);
    });
  });
});

/** A caller whose inbox is open, and whose clock is that of its sweeps. */
function scene() {
  const listeners = new Map<string, (frame: ReplyTopicFrame, envelope: Envelope<ReplyTopicFrame>) => void>();
  const listen = (type: string, listener: (frame: ReplyTopicFrame, envelope: Envelope<ReplyTopicFrame>) => void) =>
    void listeners.set(type, listener);
  const sent: { id: string }[] = [];
  const send = jest.fn((_topic: string, _partition: number, frame: OutgoingFrame) => {
    sent.push(JSON.parse(frame.encode() ?? '{}') as { id: string });
    return true;
  });
  const sendFrame = jest.fn((_topic: string, _frame: ReplyTopicFrame) => undefined);
  const broker = { contactAt: Infinity };
  const replies = {
    isOpen: true,
    listen,
    get contactAt() {
      return broker.contactAt;
    },
  };
  const client = new WorkClient(
    { send, notify: sendFrame } as unknown as FrameSender,
    replies as unknown as ReplyTopic,
  );
  const ask = () => {
    const seen: ({ text: string } | Error)[] = [];
    const call = { requestId: 'r', traceparent: '' };
    client.request(work, { text: 'hi' }, { call, deadlineMs: 60_000 }).subscribe({
      next: (chunks) => seen.push(...chunks),
      error: (error: Error) => seen.push(error),
    });
    const at = Date.now();
    client.sweep(at);
    return { id: sent[0]?.id ?? '', seen, at };
  };
  const receive = (frame: ReplyTopicFrame) =>
    listeners.get(frame.t)?.(frame, { from: 'inbox.inference-0', by: 'inference-0', frames: [frame] });
  return { broker, client, send, sendFrame, ask, receive };
}
