import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, makeProject, send, uniqueKey, type CallOptions } from '../support/api.js';
import { brokenBodies, seeded, corrupted } from '../support/hostile-json.js';
import { interfaceDocument, type DocumentedOperation, type InterfaceDocument } from '../support/interface-document.js';
import { watchProcesses, type ProcessReport } from '../support/watched-processes.js';

/** The same requests in every run: one that fails can be made again. */
const seed = 4_711;
const spoiltBodiesEach = 250;
const atOnce = 12;

/** What is sent to a route, and whether it has to be refused. */
interface Attempt {
  readonly operation: DocumentedOperation;
  readonly path: string;
  readonly options: CallOptions;
  /** Fields one of which is to be named; null: what is wrong is no field; undefined: nothing need be wrong. */
  readonly wrong?: readonly string[] | null;
}

const invalidIds = [
  '%20',
  '%00',
  '%ff',
  '%2e%2e%2f%2e%2e%2fetc',
  '..%5c',
  '%E2%80%AE',
  '%F0%9F%91%A9',
  "';--",
  '*',
  '-1',
  '__proto__',
  'x'.repeat(500),
  '00000000-0000-0000-0000-000000000000',
];
const strangeQueries = [
  'limit=0',
  'limit=1001',
  'limit=1e1',
  'limit=',
  'limit=%00',
  'nobody_knows=1',
  'cursor=',
  'limit=1&limit=2',
];

let document: InterfaceDocument;
let project: Awaited<ReturnType<typeof makeProject>>;
let report: () => Promise<ProcessReport>;
const random = seeded(seed);
const created: string[] = [];

beforeAll(async () => {
  document = await interfaceDocument();
  project = await makeProject(['inference', 'feedback', 'data', 'read', 'manage']);
  const model = { key: 'elsewhere', provider: { kind: 'external' } };
  await call('POST', `/api/v1/projects/${project.key}/models`, { body: model });
  report = watchProcesses();
});
afterAll(() => together([...created, `/api/v1/projects/${project.key}`], (path) => call('DELETE', path)), 60_000);

/** Does the work for all of them, a few at one time. */
async function together<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const next = all.values();
  const worker = async () => {
    for (const one of next) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** A path of the route; what it names is there, but for what would be gone for the other requests. */
function pathOf({ method, path }: DocumentedOperation, strange?: string): string {
  const known: Record<string, string> = {
    project: method === 'DELETE' ? 'nobody' : project.key,
    model: method === 'DELETE' ? 'nobody' : 'elsewhere',
    key: project.id,
    filename: `${'0'.repeat(64)}.png`,
    file: 'init.js',
  };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => strange ?? known[name] ?? 'nobody');
}

/** What a route asks for in its query string, and then this. */
function queryOf({ requiredQuery }: DocumentedOperation, strange: string): string {
  const values: Record<string, string> = { session_id: randomUUID(), part_number: '1' };
  return [...requiredQuery.map((name) => `${name}=${values[name] ?? 'nothing'}`), strange].join('&');
}

/** The route's example, about what this suite has made. */
function bodyOf({ example }: DocumentedOperation): Record<string, unknown> {
  const body = structuredClone(example) as Record<string, unknown>;
  if ('model' in body) body['model'] = `${project.key}/elsewhere`;
  if ('project' in body) body['project'] = project.key;
  if ('key' in body) body['key'] = uniqueKey('fuzz');
  return body;
}

function attemptsAt(operation: DocumentedOperation): Attempt[] {
  const plain = { operation, path: pathOf(operation) };
  const ids = operation.path.includes('{') ? invalidIds : [];
  const body = operation.example === undefined ? {} : { body: bodyOf(operation) };
  return [
    ...ids.map((id) => ({ operation, path: pathOf(operation, id), options: body })),
    ...(operation.query.length > 0 ? strangeQueries : []).map((query) => ({
      ...plain,
      path: `${plain.path}?${queryOf(operation, query)}`,
      options: {},
      ...(operation.query.includes('limit') && { wrong: [query.split('=', 1)[0] as string] }),
    })),
    ...(operation.example === undefined ? [] : withBodies(operation)),
  ];
}

function withBodies(operation: DocumentedOperation): Attempt[] {
  const plain = { operation, path: pathOf(operation) };
  const body = bodyOf(operation);
  const text = JSON.stringify(body);
  const types = ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/jsonx', ';'];
  return [
    ...brokenBodies(body).map((broken) => ({ ...plain, options: { body: broken }, wrong: null })),
    ...types.map((type) => ({ ...plain, options: { body: text, headers: { 'content-type': type } }, wrong: null })),
    { ...plain, options: { body: text, headers: { 'content-encoding': 'gzip' } }, wrong: null },
    {
      ...plain,
      options: { body: text, headers: { 'content-type': 'application/json', accept: 'image/png' } },
      wrong: null,
    },
    ...Array.from({ length: spoiltBodiesEach }, () => spoiltAttempt(operation)),
  ];
}

function spoiltAttempt(operation: DocumentedOperation): Attempt {
  const body = corrupted(random, bodyOf(operation), document.fieldsOf(operation));
  const faults = document.faultsOf(operation, relevant(body));
  const fields = faults.map(({ instancePath, params }) => {
    const { missingProperty, additionalProperty, unevaluatedProperty } = params as Record<string, string | undefined>;
    const [, first] = instancePath.split('/');
    return first ?? missingProperty ?? additionalProperty ?? unevaluatedProperty ?? '';
  });
  return { operation, path: pathOf(operation), options: { body }, ...(faults.length > 0 && { wrong: fields }) };
}

/** The body without what is ignored, whatever it is: the prompt of a comparison of two ids. */
function relevant(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const { messages, prompt, ...rest } = body as Record<string, unknown>;
  const isOfIds = typeof rest['preferred_completion'] === 'string' && typeof rest['other_completion'] === 'string';
  return isOfIds ? rest : body;
}

/** What is wrong with the answer; null where nothing is. */
async function faultOf({ operation: { method }, path, options, wrong }: Attempt): Promise<string | null> {
  const answer = await send(method, path, options);
  const text = await answer.text();
  const { status } = answer;
  const contentType = answer.headers.get('content-type') ?? '';
  const description = `${method} ${path} ${describeBody(options)} got ${status} ${text.slice(0, 300)}`;
  if (status >= 500) return description;
  const undocumented = document.faultOf(method, path, { status, contentType, text });
  if (undocumented !== null) return `${undocumented}; ${description}`;
  if (status === 201 && method === 'POST') note(path, text);
  if (wrong === undefined) return null;
  if (status < 400) return `${description}; to be refused for ${JSON.stringify(wrong)}`;
  if (
    wrong === null ||
    /body_too_large|text_not_unicode|number_out_of_range|field_name_forbidden|json_too_deep/.test(text)
  )
    return null;
  const { param, details } = (JSON.parse(text) as { error: { param: string | null; details?: { param: string }[] } })
    .error;
  const named = [param, ...(details ?? []).map((one) => one.param)].map((name) => name?.split(/[.[]/, 1)[0] ?? '');
  const isTold = param !== null && named.some((name) => wrong.includes(name));
  return isTold ? null : `${description}; one of ${JSON.stringify(wrong)} to be named`;
}

function describeBody({ body }: CallOptions): string {
  return JSON.stringify(body instanceof Uint8Array ? [...body] : body)?.slice(0, 400) ?? '';
}

function note(path: string, text: string): void {
  const { id } = JSON.parse(text) as { id?: string };
  if (id !== undefined && /\/(projects|api_keys)$/.test(path)) created.push(`${path}/${id}`);
}

describe('malformed requests', () => {
  it('of every kind get a documented response without 5xx from every route, with the wrong field', async () => {
    const attempts = document.operations.flatMap(attemptsAt);
    const faults: string[] = [];
    await together(attempts, async (attempt) => {
      const fault = await faultOf(attempt);
      if (fault !== null) faults.push(fault);
    });
    expect(attempts.filter(({ wrong }) => wrong !== undefined).length).toBeGreaterThan(1_000);
    expect(faults).toEqual([]);
  }, 120_000);

  it('leave every process ready, and no error in any log', async () => {
    expect(await report()).toEqual({ fallen: [], errors: [] });
  });
});
