import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { invalidRequest } from '@earshot/errors';
import { EMPTY, mergeMap, NEVER, Subject, take, throwError } from 'rxjs';
import { v5 } from 'uuid';
import { GatewayApp } from './gateway-app.js';
import { embedding, vectorsOfLength } from './scripted-embed.controller.js';

interface Answer {
  model: string;
  data: { index: number; embedding: number[] }[];
  usage: object;
  error: { code: string; param: string };
}

const gateway = new GatewayApp();
let projectId = '';

beforeAll(async () => {
  await gateway.start();
  const project = await gateway.fetch('/api/v1/projects', { json: { key: 'demo' } });
  projectId = ((await project.json()) as { id: string }).id;
});
afterAll(() => gateway.stop());
afterEach(() => {
  embedding.script = (request) => vectorsOfLength(request);
  embedding.requests = [];
});

async function ask(body: object): Promise<Answer & { status: number }> {
  const answer = await gateway.fetch('/api/v1/embeddings', { json: { model: 'demo', ...body } });
  return { status: answer.status, ...((await answer.json()) as Answer) };
}

/** `x`, `xx`, ... */
const texts = (count: number) => Array.from({ length: count }, (_, index) => 'x'.repeat(index + 1));

describe('embeddings', () => {
  it('reach the worker in one form', async () => {
    await ask({ input: 'Hi', model: 'demo/a/b', dimensions: 2, user: 'somebody', session_id: null, future: 1 });
    await ask({ input: ['Hi'] });
    const parameters = { future: 1 };
    expect(embedding.requests).toEqual([
      {
        project_id: projectId,
        model: 'a/b',
        input: ['Hi'],
        dimensions: 2,
        user: v5('somebody', projectId),
        parameters,
      },
      { project_id: projectId, model: null, input: ['Hi'], dimensions: null, user: null },
    ]);
  });

  it('of many texts are split into batches, and return in order with the sum of their usage', async () => {
    const { status, model, data, usage } = await ask({ input: texts(700) });
    expect(status).toBe(200);
    expect(model).toBe('demo/small');
    expect(data).toEqual(
      texts(700).map((_, index) => ({ object: 'embedding', index, embedding: [index + 1, -index - 1] })),
    );
    expect(usage).toEqual({ prompt_tokens: 700, completion_tokens: 0, total_tokens: 700 });
    expect(embedding.requests.length).toBeGreaterThan(4);
  });

  it('have four batches in flight, and start the next when one is done', async () => {
    const open = new Subject<void>();
    let held = 0;
    const four = new Promise<void>((resolve) => {
      embedding.script = (request) => {
        if (request.input[0] === 'other') return vectorsOfLength(request);
        held += 1;
        if (held === 4) resolve();
        return open.pipe(
          take(1),
          mergeMap(() => vectorsOfLength(request)),
        );
      };
    });
    const answer = ask({ input: texts(1_500) });
    await four;
    await ask({ input: ['other'] });
    expect(held).toBe(4);
    embedding.script = (request) => vectorsOfLength(request);
    open.next();
    expect((await answer).data).toHaveLength(1_500);
  });

  it('fail as a whole when one batch fails, and the others are cancelled', async () => {
    const stopped = new Promise<void>((resolve) => {
      embedding.script = ({ input }, { signal }) => {
        if (input[0] !== 'x') return throwError(() => invalidRequest('provider_rejected', 'No.'));
        signal.addEventListener('abort', () => resolve());
        return NEVER;
      };
    });
    expect(await ask({ input: texts(200) })).toMatchObject({ status: 400, error: { code: 'provider_rejected' } });
    await stopped;
  });

  it('are cancelled when their client disconnects', async () => {
    const left = new AbortController();
    const stopped = new Promise<void>((resolve) => {
      embedding.script = (_, { signal }) => {
        signal.addEventListener('abort', () => resolve());
        left.abort();
        return NEVER;
      };
    });
    const json = { model: 'demo', input: 'Hi' };
    const answer = gateway.fetch('/api/v1/embeddings', { json, signal: left.signal });
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    await stopped;
  });

  it('never mix two models in one response', async () => {
    embedding.script = (request) => vectorsOfLength(request, request.input[0] === 'x' ? 'demo/small' : 'demo/other');
    const { status, error } = await ask({ input: texts(200) });
    expect({ status, code: error.code }).toEqual({ status: 503, code: 'service_unavailable' });
  });

  it('are never made from a partial answer', async () => {
    embedding.script = (request) => vectorsOfLength({ ...request, input: request.input.slice(1) });
    expect(await ask({ input: texts(2) })).toMatchObject({ status: 500, error: { code: 'internal_error' } });
    embedding.script = () => EMPTY;
    expect(await ask({ input: 'x' })).toMatchObject({ status: 500, error: { code: 'internal_error' } });
  });

  it('of a text that is too large for a record are rejected, and the error names the text', async () => {
    const huge = 'x'.repeat(1_100_000);
    expect(await ask({ input: ['a', huge] })).toMatchObject({
      status: 400,
      error: { code: 'record_too_large', param: 'input[1]' },
    });
    expect(await ask({ input: huge })).toMatchObject({ status: 400, error: { param: 'input' } });
  });

  it('of a list larger than a record are generated', async () => {
    const long = 'x'.repeat(300_000);
    const { data } = await ask({ input: Array(12).fill(long) });
    expect(data.map(({ embedding: [length] }) => length)).toEqual(Array(12).fill(300_000));
  });
});
