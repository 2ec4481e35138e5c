import { expect, it } from '@jest/globals';
import { aChatRequest, aModel, aProject, call } from '../../test/chat-fixtures.js';
import { delta, finish } from '../../test/scripted-answer.js';
import type { ProviderEvent } from '../providers/model-provider.js';
import { toTask } from './chat-task.js';
import { Generation } from './generation.js';

it('an answer to a paused caller reads nothing from its provider until the caller resumes', async () => {
  const request = aChatRequest({ stream: true });
  const steps: string[] = [];
  async function* answer(): AsyncGenerator<ProviderEvent[]> {
    yield [delta('a')];
    steps.push('asked for more');
    yield [...finish];
  }
  let release = (): void => undefined;
  let paused: Promise<void> | undefined = new Promise((resolve) => (release = resolve));
  const generation = new Generation(toTask(request, { project: aProject(), model: aModel(), name: 'shop/small' }), {
    call,
    attempt: 1,
    signal: new AbortController().signal,
    recorder: { started: async () => undefined, recorded: async () => undefined },
    paused: () => paused,
    emit: ({ choices }) => steps.push(`said ${choices[0]?.text}`),
  });
  const run = generation.run(answer(), () => undefined);
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(steps).toEqual(['said a']);
  paused = undefined;
  release();
  await run;
  expect(steps).toEqual(['said a', 'asked for more', 'said ']);
});
