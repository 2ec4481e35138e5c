import { describe, expect, it } from '@jest/globals';
import type { BrokerProducer, OutgoingRecord } from '../broker/broker.port.js';
import { FrameSender, type OutgoingFrame } from './frame-sender.js';
import { maxFramesLength } from '../limits.js';

/** A sender, and the frames of each record that it sent. */
function scene() {
  const sent: unknown[][] = [];
  const producer: BrokerProducer = {
    send: async (records: readonly OutgoingRecord[]) => {
      for (const { value } of records) sent.push((JSON.parse(String(value)) as { frames: unknown[] }).frames);
    },
    close: async () => undefined,
  };
  return { sender: new FrameSender(producer, 'inbox', 'worker-0'), sent };
}

function frame(json: unknown): OutgoingFrame {
  return { encode: () => JSON.stringify(json), failed: () => undefined };
}

describe(FrameSender.name, () => {
  it('loses and repeats no frame when a record is full or frames arrive meanwhile', async () => {
    const { sender, sent } = scene();
    const large = 'x'.repeat(maxFramesLength / 2);
    const sentTopics: string[] = [];
    const noting = (name: string, onSend: () => void): OutgoingFrame => ({
      encode: () => {
        sentTopics.push(name);
        onSend();
        return JSON.stringify(name + large);
      },
      failed: () => undefined,
    });
    sender.send(
      'topic',
      0,
      noting('a', () => sender.send('topic', 0, frame('after a'))),
    );
    // It does not fit into the first record, and is encoded already when more comes.
    sender.send(
      'topic',
      0,
      noting('b', () => sender.send('topic', 0, frame('after b'))),
    );
    sender.send('topic', 0, frame('c'));
    await sender.close();
    expect(sentTopics).toEqual(['a', 'b']);
    expect(sent.map((frames) => frames.map((each) => String(each).replace(large, '')))).toEqual([
      ['a'],
      ['b', 'c', 'after a', 'after b'],
    ]);
  });
});
