import { expect, it } from '@jest/globals';
import { aChatRequest, aModel, aProject, call, ids } from '../../test/chat-fixtures.js';
import { delta, finish, scriptedAnswer } from '../../test/scripted-answer.js';
import { toTask } from './chat-task.js';
import { Generation } from './generation.js';

it('an answer of a fallback is announced again before its first chunk, and recorded with its model', async () => {
  const request = aChatRequest();
  const asked = toTask(request, { project: aProject(), model: aModel(), name: 'shop/small' });
  const large = { project: aProject(), model: aModel({ id: ids.session, key: 'large' }), name: 'shop/large' };
  const other = toTask(request, large, 'Be large.');
  const { signal } = new AbortController();
  const texts: string[] = [];
  const generation = new Generation(asked, {
    call,
    attempt: 1,
    signal,
    recorder: {
      started: async ({ model }) => void texts.push(`started ${model}`),
      recorded: async ({ model, system_prompt }) => void texts.push(`recorded ${model} ${system_prompt}`),
    },
    emit: ({ model }) => texts.push(`chunk ${model}`),
  });
  generation.taken();
  generation.taken();
  const answer = Object.assign(scriptedAnswer([[delta('a')], [...finish]], signal), { task: other });
  await generation.run(answer, (_outcome, { target }) => texts.push(`settled ${target.name}`));
  expect(texts).toEqual([
    'started shop/small',
    'started shop/large',
    'chunk shop/large',
    'recorded shop/large Be large.',
    'settled shop/large',
    'chunk undefined',
  ]);
});

it('an answer of a fallback is recorded with the campaign and the probability of the drawn model', async () => {
  const request = aChatRequest();
  const drawn = { propensity: 0.25, campaignId: ids.campaign };
  const asked = toTask(request, { project: aProject(), model: aModel(), name: 'shop/small', drawn });
  const other = toTask(request, { project: aProject(), model: aModel({ id: ids.otherModel }), name: 'shop/large' });
  const { signal } = new AbortController();
  const published: object[] = [];
  const generation = new Generation(asked, {
    call,
    attempt: 1,
    signal,
    recorder: {
      started: async (event) => void published.push(event),
      recorded: async (event) => void published.push(event),
    },
    emit: () => undefined,
  });
  generation.taken();
  const answer = Object.assign(scriptedAnswer([[delta('a')], [...finish]], signal), { task: other });
  await generation.run(answer, () => undefined);
  const part = { ab_campaign: ids.campaign, propensity: 0.25 };
  expect(published).toEqual([
    expect.objectContaining({ ...part, model: 'shop/small' }),
    expect.objectContaining({ ...part, model: 'shop/large' }),
    expect.objectContaining({ ...part, model: 'shop/large' }),
  ]);
});
