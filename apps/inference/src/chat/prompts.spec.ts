import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ChatMessage, ChatRequest } from '@earshot/contracts-inference';
import { StoredObjects } from '@earshot/storage-client';
import { aChatRequest, aModel, aProject, call } from '../../test/chat-fixtures.js';
import { ObjectsDouble } from '../../test/objects-double.js';
import { FirstTokenDeadline } from './first-token-deadline.js';
import type { Images } from '../images/images.js';
import { LoadedPrompts } from './loaded-prompts.js';
import { Prompts } from './prompts.js';

const imagePart = { type: 'image' as const, url: '/images/p/a.png' };
const said: ChatMessage[] = [{ role: 'user', content: 'Hello?', name: 'Ann', metadata: { turn: 1 } }];
const seen: ChatMessage[] = [{ role: 'user', content: [imagePart] }];

let objects: ObjectsDouble;
let memory: LoadedPrompts;
let load: Images['load'];

beforeEach(() => {
  objects = new ObjectsDouble();
  memory = new LoadedPrompts(1_000);
  load = () => Promise.resolve('data:image/png;base64,AAAA');
});

function read(request: ChatRequest, caller = new AbortController().signal) {
  const prompts = new Prompts(
    objects as unknown as StoredObjects,
    { load: (...args: Parameters<typeof load>) => load(...args) } as Images,
  );
  const target = { project: aProject(), model: aModel({ capabilities: ['chat', 'images'] }), name: 'shop/small' };
  const deadline = FirstTokenDeadline.of(request, caller);
  const signal = deadline?.signal ?? caller;
  const reading = prompts.read(request, target, { call, signal, deadline, loaded: memory.begin() });
  return reading.finally(() => deadline?.clear());
}

/** A request whose messages are in the bucket. */
function elsewhere(messages: unknown): ChatRequest {
  const bytes = Buffer.from(JSON.stringify(messages));
  objects.add({ kind: 'conversation', project_id: aProject().id, name: 'a.json' }, bytes);
  return aChatRequest({ messages: [], conversation: { name: 'a.json', size: bytes.length } });
}

describe('a prompt', () => {
  it('is the request itself when it was sent whole', async () => {
    const request = aChatRequest();
    expect(await read(request)).toEqual({ request, messages: request.messages, usesImages: false });
  });

  it('has the messages from the bucket, and their location', async () => {
    const request = elsewhere(said);
    expect(await read(request)).toEqual({ request: { ...request, messages: said }, messages: said, usesImages: false });
  });

  it('has the images of messages from the bucket', async () => {
    const { messages, usesImages } = await read(elsewhere(seen));
    expect(usesImages).toBe(true);
    expect(messages[0]?.content).toEqual([{ ...imagePart, url: 'data:image/png;base64,AAAA' }]);
  });

  it('is rejected in any other form', async () => {
    await expect(read(elsewhere({ role: 'user' }))).rejects.toThrow();
    await expect(read(elsewhere([]))).rejects.toThrow();
  });

  it('that does not fit into memory is left to another process', async () => {
    const large = elsewhere([{ role: 'user', content: 'x'.repeat(1_000) }]);
    await expect(read(large)).rejects.toMatchObject({ code: 'queue_full' });
    expect(objects.loads).toBe(0);
  });
});

describe('reading a prompt', () => {
  it('ends when nobody waits for the answer any more', async () => {
    const abort = new AbortController();
    load = (_address, { signal }) => {
      abort.abort();
      return Promise.reject(signal.reason as Error);
    };
    await expect(read(aChatRequest({ messages: seen }), abort.signal)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
  });

  it('ends at the deadline of the first token', async () => {
    load = (_address, { signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    const request = aChatRequest({ messages: seen, max_ttft_ms: 30 });
    await expect(read(request)).rejects.toMatchObject({ code: 'ttft_exceeded' });
  });
});
