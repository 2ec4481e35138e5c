import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { uniqueKey, type Body } from './support/api.js';
import { FeedbackProject, type Judged } from './support/feedback-project.js';

jest.setTimeout(60_000);

/** What a chat may say beside its conversation, and what becomes of it on record. */
describe('a field of a chat', () => {
  const project = new FeedbackProject();
  type Interaction = Body & { messages: object[]; user: string | null; labels: object; tags: string[] };

  beforeAll(() => project.start());
  afterAll(() => project.stop());

  const recordOf = async ({ completionId }: Judged) =>
    (await project.get(`interactions/${completionId}`)).body as Interaction;
  /** Ids of the interactions that a list has; whatever was read by its id before is in it. */
  const listed = async (query: Record<string, string>) => {
    const { body } = await project.get(`interactions?${String(new URLSearchParams(query))}`);
    return body.data.map(({ completion_id }) => completion_id).sort();
  };
  const idsOf = (...created: Judged[]) => created.map(({ completionId }) => completionId).sort();

  it('messages[].name, completion_id and metadata are kept with their message; the model gets the name', async () => {
    const before = await project.completion('What is your name?');
    const messages = [
      { role: 'user', content: 'What is your name?', name: 'Ann', metadata: { shown: [1, null, { at: 'é' }] } },
      { role: 'assistant', content: 'Hello there.', completion_id: before.completionId },
      { role: 'user', content: 'And mine?', metadata: 'a text' },
    ];
    const after = await project.completion('', { messages });
    expect((await recordOf(after)).messages).toEqual(messages);
    expect(project.provider.requests.at(-1)?.messages).toEqual([
      { role: 'user', content: 'What is your name?', name: 'Ann' },
      { role: 'assistant', content: 'Hello there.' },
      { role: 'user', content: 'And mine?' },
    ]);
  });

  it('labels and metadata are one field: an interaction is found by either', async () => {
    const channel = uniqueKey('channel');
    const created = [
      await project.completion('Hi', { labels: { channel, a: '1' } }),
      await project.completion('Hi', { metadata: { channel } }),
      await project.completion('Hi', { labels: { channel }, metadata: { channel } }),
    ];
    expect((await recordOf(created[1] as Judged)).labels).toEqual({ channel });
    await Promise.all(created.map(recordOf));
    expect(await listed({ label: `channel:${channel}` })).toEqual(idsOf(...created));
    const both = { labels: { channel }, metadata: { channel: 'another' } };
    const refused = await project.post('chat/completions', {
      model: project.key,
      messages: [{ role: 'user', content: 'Hi' }],
      ...both,
    });
    expect([refused.status, refused.body.error?.param]).toEqual([400, 'metadata']);
  });

  it('tags keep their order, and find their interaction', async () => {
    const tags = [uniqueKey('tag'), 'b', 'a'];
    const created = await project.completion('Hi', { tags });
    expect((await recordOf(created)).tags).toEqual(tags);
    expect(await listed({ tag: tags[0] as string })).toEqual(idsOf(created));
  });

  it('user accepts a uuid; other text is a label with a uuid of its own', async () => {
    const user = randomUUID();
    const known = await project.completion('Hi', { user: user.toUpperCase() });
    expect(await recordOf(known)).toMatchObject({ user, labels: {} });
    const name = `${uniqueKey('ann')}@example.org`;
    const named = [await project.completion('Hi', { user: name }), await project.completion('Ho', { user: name })];
    const [one, other] = await Promise.all(named.map(recordOf));
    expect([one?.labels, other?.user]).toEqual([{ user: name }, one?.user]);
    expect(one?.user).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await listed({ user: name })).toEqual(idsOf(...named));
    expect(await listed({ user })).toEqual(idsOf(known));
  });

  it('session_id groups the turns of a conversation; without one each request starts a session', async () => {
    const session_id = randomUUID();
    const turns = [await project.completion('One', { session_id }), await project.completion('Two', { session_id })];
    const alone = await project.completion('Three');
    expect(turns.map(({ sessionId }) => sessionId)).toEqual([session_id, session_id]);
    expect(alone.sessionId).toMatch(/^[0-9a-f-]{36}$/);
    expect(alone.sessionId).not.toBe(session_id);
    await Promise.all(turns.map(recordOf));
    expect(await listed({ session_id })).toEqual(idsOf(...turns));
    const feedbackBody = { session_id, metric: await project.metric('scalar'), value: 4 };
    expect((await project.post('outcome', feedbackBody)).status).toBe(201);
    const text = { model: project.key, messages: [{ role: 'user', content: 'Hi' }], session_id: 'mine' };
    const refused = await project.post('chat/completions', text);
    expect([refused.status, refused.body.error?.param]).toEqual([400, 'session_id']);
  });
});
