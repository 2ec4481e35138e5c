import { randomBytes } from 'node:crypto';
import { interfaceDocument } from './interface-document.js';
import { stack } from './stack.js';

/** A choice of a chat answer or of one of its chunks. */
export interface Choice {
  index: number;
  completion_id: string;
  model: string;
  finish_reason: string | null;
  message: { id: string; role: string; content: string };
  delta: { id: string; role: string; content: string };
}

/** The fields of responses that the suites read; tests check which exist. */
export interface Body {
  id: string;
  key: string;
  name: string;
  default: boolean;
  api_key: string;
  session_id: string;
  created_at: string;
  data: Body[];
  labels?: Record<string, string>;
  next_cursor: string | null;
  choices: Choice[];
  completion_id: string;
  feedback_id: string;
  outcome_id: string;
  comparison_id: string;
  /** Field of a sign-in link. */
  url: string;
  /** Field of a metric summary. */
  count: number;
  mean: number | null;
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number };
  error?: { message: string; type: string; code: string; param: string | null; details?: { param: string }[] };
}

/** A response with its body, parsed if it is JSON. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Body;
}

/** Options of a call. */
export interface CallOptions {
  key?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Base address of another installation than the one under test. */
  url?: string;
}

/**
 * Calls the installation; `key: null` sends no key, no `key` sends the admin's.
 *
 * @throws Error where the answer is not one that `/openapi.json` describes.
 */
export async function call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const response = await send(method, path, options);
  const text = await response.text();
  const contentType = response.headers.get('content-type') ?? '';
  const fault = (await interfaceDocument()).faultOf(method, path, { status: response.status, contentType, text });
  if (fault !== null) throw new Error(fault);
  const json = contentType.startsWith('application/json');
  return { status: response.status, headers: response.headers, body: (json && text ? JSON.parse(text) : {}) as Body };
}

/** Like {@link call}, without reading the body. */
export function send(method: string, path: string, options: CallOptions = {}): Promise<Response> {
  const { url = stack().url } = options;
  const { adminKey } = stack();
  const key = options.key === undefined ? adminKey : options.key;
  const { body } = options;
  const raw = typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream;
  return fetch(url + path, {
    method,
    signal: options.signal,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    body: raw ? (body as string | Uint8Array<ArrayBuffer> | ReadableStream) : JSON.stringify(body),
    // Needed where the body is a stream (https://fetch.spec.whatwg.org/#dom-requestinit-duplex).
    duplex: 'half',
  } as RequestInit);
}

/** A key that no other test uses. */
export function uniqueKey(prefix: string): string {
  return `${prefix}-${randomBytes(6).toString('hex')}`;
}

/** Creates a resource. @throws Error unless it was created. */
export async function create(path: string, body: object): Promise<void> {
  const answer = await call('POST', path, { body });
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
}

/** Adds a model of the provider at an address to a project. */
export async function addModel({ key }: { key: string }, baseUrl: string, model = 'm'): Promise<void> {
  const body = { key: model, provider: { kind: 'openai', base_url: baseUrl, model }, capabilities: ['chat'] };
  await create(`/api/v1/projects/${key}/models`, body);
}

/** Creates a project for a test, with a key with these permissions. */
export async function makeProject(permissions: string[] = ['inference', 'read', 'manage']) {
  const key = uniqueKey('project');
  const project = await call('POST', '/api/v1/projects', { body: { key } });
  const apiKey = await call('POST', `/api/v1/projects/${key}/api_keys`, { body: { name: 'test', permissions } });
  if (project.status !== 201 || apiKey.status !== 201) {
    throw new Error(`could not make a project: ${JSON.stringify([project.body, apiKey.body])}`);
  }
  return {
    key,
    id: project.body.id,
    apiKey: apiKey.body.api_key,
    apiKeyId: apiKey.body.id,
  };
}
