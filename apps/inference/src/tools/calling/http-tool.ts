import type { Tool } from '@earshot/contracts-inference';
import { ToolFailure, type ToolHttp } from './tool-http.js';

/** A tool of the kind `http`. */
export type HttpEndpoint = Extract<Tool['endpoint'], { kind: 'http' }>;

/** Arguments of a call. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Quoted length of a failed response, in UTF-16 units. */
const maxFailureLength = 1_024;

/** Calls an HTTP endpoint. @returns the response body. @throws ToolFailure; the reason of an abort. */
export async function callHttpTool(
  http: ToolHttp,
  endpoint: HttpEndpoint,
  input: Arguments,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<string> {
  const { method } = endpoint;
  const url = new URL(endpoint.url);
  const inQuery = method === 'GET' || method === 'DELETE';
  if (inQuery) for (const [name, value] of Object.entries(input)) append(url.searchParams, name, value);
  const sent = { ...headers, accept: 'application/json, text/*;q=0.9, */*;q=0.5' };
  const { status, text } = await http.send(
    url,
    inQuery
      ? { method, headers: sent }
      : { method, headers: { ...sent, 'content-type': 'application/json' }, body: JSON.stringify(input) },
    signal,
  );
  if (status < 200 || status > 299) {
    throw new ToolFailure(`It answered with status ${status}: ${text.slice(0, maxFailureLength)}`);
  }
  return text;
}

/** Repeats the parameter for a list; writes other values as JSON. */
function append(query: URLSearchParams, name: string, value: unknown): void {
  if (value === null || value === undefined) return;
  for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
    query.append(name, typeof one === 'string' ? one : JSON.stringify(one));
  }
}
