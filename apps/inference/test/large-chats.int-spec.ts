import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChatMessage } from '@earshot/contracts-inference';
import { newCallContext } from '@earshot/messaging';
import { newObject } from '@earshot/storage-client';
import { lastValueFrom, toArray } from 'rxjs';
import { v7 } from 'uuid';
import { textScript } from './openai-double.js';
import { textOf, InferenceApp } from './inference-app.js';

let app: InferenceApp;

beforeAll(async () => {
  app = await InferenceApp.begin();
}, 60_000);

afterAll(() => app.end(), 60_000);

/** A conversation in the bucket, as the gateway puts it there. */
async function put(projectId: string, messages: ChatMessage[]) {
  const name = `${v7()}.json`;
  const bytes = Buffer.from(JSON.stringify(messages));
  const object = newObject({ kind: 'conversation', project_id: projectId, name }, bytes, 'application/json');
  await app.neighbours.objects.put(object, newCallContext());
  return { name, size: bytes.length };
}

async function scene() {
  const project = await app.makeProject();
  await app.makeModel(project.id, 'first');
  return project;
}

describe('a conversation in the bucket', () => {
  it('reaches the provider whole, and the record keeps its location', async () => {
    const project = await scene();
    const messages: ChatMessage[] = [
      { role: 'system', content: 'Be brief.', metadata: { turn: 1 } },
      { role: 'user', content: '語'.repeat(1_000_000) },
    ];
    const conversation = await put(project.id, messages);
    app.upstream.script = textScript('Read it all');
    const { request, answer } = app.ask(project.id, { messages: [], conversation });
    expect(textOf((await lastValueFrom(answer.pipe(toArray()))).flat())).toBe('Read it all');
    expect(app.upstream.requests.at(-1)?.body.messages).toEqual(
      messages.map(({ role, content }) => ({ role, content })),
    );
    expect(await app.recordOf(request)).toMatchObject({
      messages: [],
      conversation,
      completions: [{ text: 'Read it all' }],
    });
    const name = { kind: 'conversation' as const, project_id: project.id, name: conversation.name };
    expect(app.neighbours.storage.kept(name)).toEqual(messages);
  });

  it('has the same prompt as in a record', async () => {
    const project = await scene();
    const messages: ChatMessage[] = [{ role: 'user', content: 'The same' }];
    const one = app.ask(project.id, { messages: [], conversation: await put(project.id, messages) });
    const other = app.ask(project.id, { messages });
    const records = [];
    for (const { request, answer } of [one, other]) {
      await lastValueFrom(answer.pipe(toArray()));
      records.push(await app.recordOf(request));
    }
    expect(records[0]?.prompt_hash).toBe(records[1]?.prompt_hash);
  });

  it('is not kept when nothing is recorded', async () => {
    const project = await scene();
    const conversation = await put(project.id, [{ role: 'user', content: 'Forget it' }]);
    expect(textOf(await app.answerTo(project.id, { messages: [], conversation, store: false }))).not.toBe('');
    const name = { kind: 'conversation' as const, project_id: project.id, name: conversation.name };
    expect(app.neighbours.storage.kept(name)).toBeUndefined();
  });
});

describe('an answer that is too large for a record', () => {
  it.each([true, false])('is sent, and recorded in the bucket (stream: %s)', async (stream) => {
    const project = await scene();
    const long = `${'x'.repeat(100_000)} `.repeat(20);
    app.upstream.script = textScript(long);
    const { request, answer } = app.ask(project.id, { stream });
    const chunks = (await lastValueFrom(answer.pipe(toArray()))).flat();
    expect(textOf(chunks)).toBe(long);
    const record = await app.recordOf(request);
    expect(record).toMatchObject({ messages: request.messages, completions: [{ text: '', finish_reason: 'stop' }] });
    const name = { kind: 'completion' as const, project_id: project.id, name: record?.answers?.name ?? '' };
    expect(app.neighbours.storage.kept(name)).toEqual([long]);
  });
});
