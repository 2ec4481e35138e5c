import { expect, it } from '@jest/globals';
import type { Dispatcher } from 'undici';
import { EventQueue } from '../event-queue.js';
import type { ProviderEvent } from '../model-provider.js';
import { delta, DONE } from '../../../test/providers/scripted-server.js';
import { MAX_WAITING_EVENTS } from './http-call.js';
import { FairShare } from '../../limits/fair-share.js';
import { ConnectionSlots } from './connection-slots.js';
import { StreamReader } from '../openai/stream-reader.js';
import { HttpCall } from './http-call.js';

it.each([
  ['pauses its server while too much waits to be taken', '', true],
  ['reads on to the end of a complete answer, however much waits, so that its connection gets free', DONE, false],
])('%s', (_name, end, pauses) => {
  let isPaused = false;
  const controller = { pause: () => (isPaused = true) } as unknown as Dispatcher.DispatchController;
  const reader = () => new StreamReader({ first: 0, count: 1, idleTimeoutMs: 1_000 });
  const call = new HttpCall(
    new EventQueue<ProviderEvent>(),
    new ConnectionSlots(1, new FairShare(0)).take('p'),
    reader,
    { address: 'models.example:443' },
  );
  call.onRequestStart(controller);
  call.onResponseStart(controller, 200, { 'content-type': 'text/event-stream' });
  call.onResponseData(controller, Buffer.from(delta('a', 'stop').repeat(MAX_WAITING_EVENTS) + end));
  expect(isPaused).toBe(pauses);
});
