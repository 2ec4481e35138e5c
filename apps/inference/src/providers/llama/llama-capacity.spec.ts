import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { collect, finishOf } from '../../../test/providers/collect.js';
import { LlamaSetup } from '../../../test/providers/llama-setup.js';

// Starting an engine and loading models takes seconds where other suites keep the cores busy.
jest.setTimeout(60_000);

let setup: LlamaSetup;

beforeAll(() => {
  setup = new LlamaSetup();
});

afterEach(() => setup.reset());
afterAll(() => setup.stop());

const chat: LlamaSetup['chat'] = (...args) => setup.chat(...args);

describe('many requests', () => {
  it('are all answered, though more than there are sequences, loading the model once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => collect(chat('tiny.gguf', { parameters: { temperature: 0 } }))),
    );
    expect(answers.map(finishOf)).toEqual(
      Array.from({ length: 30 }, () => expect.objectContaining({ finishReason: 'stop' })),
    );
  });

  it('wait in the order of asking', async () => {
    setup.use({ sequences: 1 });
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        await collect(chat('endless.gguf', { parameters: { max_tokens: 10 - index } }));
        order.push(index);
      }),
    );
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('of one project that sends many do not keep another one waiting', async () => {
    setup.use({ sequences: 1 });
    const order: string[] = [];
    const ask = async (project: string) => {
      await collect(chat('endless.gguf', { project, parameters: { max_tokens: 2 } }));
      order.push(project);
    };
    await ask('warm');
    await Promise.all([...Array.from({ length: 50 }, () => ask('many')), ask('one')]);
    // One is under way when it comes, and one more may have its turn first.
    expect(order.indexOf('one')).toBeLessThanOrEqual(3);
  });

  it('beyond the limit of the queue are refused at once, and the queueSlot of one that goes away is free again', async () => {
    const taken: string[] = [];
    const asTaken = (name: string) => ({ onTaken: () => void taken.push(name) });
    setup.use({ sequences: 1, queueLimit: 1 });
    const controller = new AbortController();
    const running = await setup.startEndless(controller.signal);
    const waiting = new AbortController();
    const second = collect(
      chat('endless.gguf', { ...asTaken('second'), parameters: { max_tokens: 1 } }, waiting.signal),
    );
    await new Promise((resolve) => setImmediate(resolve));
    await expect(collect(chat('endless.gguf', asTaken('refused')))).rejects.toMatchObject({
      code: 'queue_full',
      type: 'overloaded_error',
      retryAfterS: 1,
    });
    waiting.abort();
    expect(await second).toEqual([]);
    const third = collect(chat('endless.gguf', { ...asTaken('third'), parameters: { max_tokens: 1 } }));
    controller.abort();
    await running.done;
    expect(finishOf(await third)).toMatchObject({ finishReason: 'length' });
    expect(taken).toEqual(['third']);
  });
});

describe('a caller who goes away', () => {
  it('by the signal or by leaving the loop frees the slot', async () => {
    setup.use({ sequences: 1 });
    const controller = new AbortController();
    const running = await setup.startEndless(controller.signal);
    controller.abort();
    await running.done;
    for await (const batch of chat('endless.gguf')) if (batch.length > 0) break;
    expect(finishOf(await collect(chat('endless.gguf', { parameters: { max_tokens: 3 } })))).toMatchObject({
      usage: { completionTokens: 3 },
    });
  });

  it('while the model loads, or before, gets nothing', async () => {
    const controller = new AbortController();
    const events = collect(chat('tiny.gguf', {}, controller.signal));
    controller.abort();
    expect(await events).toEqual([]);
    expect(await collect(chat('tiny.gguf', {}, AbortSignal.abort()))).toEqual([]);
  });

  it('because the process stops gets no error', async () => {
    setup.use({});
    const running = await setup.startEndless(new AbortController().signal);
    await setup.provider.close();
    await running.done;
    expect(await collect(chat('tiny.gguf'))).toEqual([]);
  });
});

describe('model files', () => {
  it.each([
    ['none.gguf', 'model_file_missing'],
    ['../outside.gguf', 'model_file_invalid'],
    ['../models-2/x.gguf', 'model_file_invalid'],
    ['/etc/hostname', 'model_file_invalid'],
    ['link.gguf', 'model_file_invalid'],
    ['text.gguf', 'model_file_invalid'],
    ['broken.gguf', 'model_file_invalid'],
    ['folder.gguf', 'model_file_invalid'],
    ['', 'model_file_invalid'],
    ['a\0b', 'model_file_invalid'],
  ])('%j is %s', async (modelFile, code) => {
    rmSync(path.join(setup.modelsDir, 'link.gguf'), { force: true });
    symlinkSync('../outside.gguf', path.join(setup.modelsDir, 'link.gguf'));
    writeFileSync(path.join(setup.modelsDir, 'text.gguf'), 'hello');
    writeFileSync(
      path.join(setup.modelsDir, 'broken.gguf'),
      Buffer.concat([Buffer.from('GGUF'), Buffer.of(3, 0, 0, 0), Buffer.alloc(64, 0xff)]),
    );
    mkdirSync(path.join(setup.modelsDir, 'folder.gguf'), { recursive: true });
    const thrown = await collect(chat(modelFile)).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code, type: 'upstream_error' });
    expect((thrown as Error).message).not.toContain(setup.folder);
  });

  it('are looked for in one folder after the other', async () => {
    const [first, second] = ['first', 'second'].map((name) => path.join(setup.folder, name));
    setup.make('../second/other.gguf');
    setup.use({ modelsDirs: [first!, second!] });
    expect(finishOf(await collect(chat('other.gguf')))).toMatchObject({ finishReason: expect.any(String) });
    setup.make('../first/mine.gguf');
    writeFileSync(path.join(second!, 'mine.gguf'), 'no model at all');
    expect(finishOf(await collect(chat('mine.gguf')))).toMatchObject({ finishReason: expect.any(String) });
    await expect(collect(chat('neither.gguf'))).rejects.toMatchObject({ code: 'model_file_missing' });
  });

  it('that were missing are found by the next request', async () => {
    await expect(collect(chat('late.gguf'))).rejects.toMatchObject({ code: 'model_file_missing' });
    setup.make('late.gguf');
    expect(finishOf(await collect(chat('late.gguf')))).toMatchObject({ finishReason: expect.any(String) });
  });

  it('beyond the number kept take the queueSlot of an idle one; while all are busy another one is refused', async () => {
    setup.use({ maxModels: 1 });
    for (const file of ['tiny.gguf', 'symbols.gguf', 'tiny.gguf']) {
      expect(finishOf(await collect(chat(file, { parameters: { max_tokens: 2 } })))).toMatchObject({
        finishReason: expect.any(String),
      });
    }
    const controller = new AbortController();
    const running = await setup.startEndless(controller.signal);
    await expect(collect(chat('tiny.gguf'))).rejects.toMatchObject({ code: 'queue_full', retryAfterS: 1 });
    controller.abort();
    await running.done;
  });
});
