import { describe, expect, it } from '@jest/globals';
import { ScriptedServer, type Script } from '../../test/scripted-server.js';
import { Earshot } from '../earshot.js';
import type { ImportProgress } from './interactions.js';

const line = (text: string) => JSON.stringify({ prompt: 'Hi', completion: text });
const busy = { error: { message: 'Busy.', type: 'overloaded_error', code: 'queue_full', param: null } };
const wrong = { error: { message: 'No such metric.', type: 'not_found_error', code: 'metric_not_found', param: null } };

/** Answers each line with what `answer` returns for its completion. */
const answering =
  (answer: (completion: string, request: number) => object, status = 200): Script =>
  ({ body }, response, number) => {
    const completions = body
      .toString()
      .split('\n')
      .map((text) => (JSON.parse(text) as { completion: string }).completion);
    response.writeHead(status, { 'content-type': 'application/x-ndjson' });
    response.end(completions.map((completion) => `${JSON.stringify(answer(completion, number))}\n`).join(''));
  };

async function importFrom(script: Script, lines: string[], startLine?: number) {
  await using server = await ScriptedServer.start(script);
  const earshot = new Earshot({ baseURL: server.url, apiKey: 'es_x' });
  const progress: ImportProgress[] = [];
  const options = { idempotencyKey: 'k', ...(startLine !== undefined && { startLine }) };
  for await (const some of earshot.interactions.importLines(lines, options)) progress.push(some);
  return { progress, keys: server.received.map(({ headers }) => headers['idempotency-key']) };
}

describe('a bulk import', () => {
  const stored = answering((completion) => ({ completion_id: completion }));

  it('sends 500 lines a request, under a key that its first line determines', async () => {
    const lines = Array.from({ length: 1_001 }, (_, index) => line(String(index)));
    const { progress, keys } = await importFrom(stored, lines);
    expect(progress.map(({ nextLine, results }) => [nextLine, results.length])).toEqual([
      [501, 500],
      [1_001, 500],
      [1_002, 1],
    ]);
    expect(keys).toEqual(['k/1', 'k/501', 'k/1001']);
  });

  it('resumes at a line with the requests that it would have sent', async () => {
    const lines = Array.from({ length: 1_001 }, (_, index) => line(String(index)));
    expect((await importFrom(stored, lines, 501)).keys).toEqual(['k/501', 'k/1001']);
  });

  it('leaves out empty lines, and counts them', async () => {
    const { progress } = await importFrom(stored, [line('a'), '', ' ', line('b')]);
    expect(progress).toMatchObject([{ nextLine: 5, results: [{ line: 1 }, { line: 4 }] }]);
  });

  it('names a rejected line with its error, and imports the others', async () => {
    const script = answering((completion) => (completion === 'b' ? wrong : { completion_id: completion }));
    const { progress } = await importFrom(script, ['a', 'b', 'c'].map(line));
    expect(progress[0]?.results).toMatchObject([
      { line: 1, imported: { completion_id: 'a' } },
      { line: 2, error: { name: 'NotFoundError', code: 'metric_not_found' } },
      { line: 3, imported: { completion_id: 'c' } },
    ]);
  });

  it('has the errors of all lines where the status is 400', async () => {
    const { progress } = await importFrom(
      answering(() => wrong, 400),
      [line('a')],
    );
    expect(progress[0]?.results).toMatchObject([{ line: 1, error: { code: 'metric_not_found' } }]);
  });

  it('sends the request again, under its key, while lines find Earshot busy', async () => {
    const script = answering((completion, request) =>
      completion === 'b' && request === 1 ? busy : { completion_id: completion },
    );
    const { progress, keys } = await importFrom(script, ['a', 'b'].map(line));
    expect(progress[0]?.results).toMatchObject([
      { imported: { completion_id: 'a' } },
      { imported: { completion_id: 'b' } },
    ]);
    expect(keys).toEqual(['k/1', 'k/1']);
  });
});
