import type { CallContext } from '@earshot/contracts-core';
import { invalidRequest, notFound } from '@earshot/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { publicPaths } from '../auth/request-guards.js';
import { refuseUnacceptable } from './accept.js';
import { callOf } from './request-span.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Carried over every hop that this request causes. */
    call: CallContext;
  }
}

/** What holds for every request, before anybody asks who sent it: its id, its trace, whether the path is there, what it accepts. */
export function addEdge(server: FastifyInstance): void {
  const routes = new RouteTable();
  server.decorateRequest('call');
  server.addHook('onRoute', ({ method, url }) => routes.add(method, url));
  server.addHook('onRequest', (request, reply, done) => {
    const { headers } = request.raw;
    request.call = callOf(request, reply);
    reply.header('x-request-id', request.id);
    // What a key may read is for its bearer alone (RFC 9111, section 5.2.2.5). What may be kept says so itself.
    reply.header('cache-control', 'no-store');
    // RFC 9112, section 3.2; Node's own refusal has neither a body nor an id.
    if (headers.host === undefined && request.raw.httpVersion === '1.1') return done(hostMissing());
    if (request.is404) return answerUnrouted(routes, request, reply, done);
    if (namesNothing(request.params)) return done(notFound('path', pathOf(request)));
    if (publicPaths.has(request.routeOptions.url ?? '')) return done();
    try {
      const { producesBytes, alsoProduces } = request.routeOptions.config;
      if (!producesBytes) refuseUnacceptable(headers.accept, alsoProduces);
      refuseEncoded(headers['content-encoding']);
    } catch (error) {
      return done(error as Error);
    }
    done();
  });
}

const baseAddresses = 'Base addresses are /api/v1 (API), /images and /artifacts (files), and /docs.';

/** Before the body is looked at: what is sent to nowhere need not be well-formed. */
function answerUnrouted(
  routes: RouteTable,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const path = pathOf(request);
  const methods = routes.methodsOf(path);
  if (methods.length === 0) return done(notFound('path', path, { hint: baseAddresses }));
  reply.header('allow', methods.join(', '));
  if (request.method === 'OPTIONS') return void reply.status(204).send();
  done(
    invalidRequest(
      'method_not_allowed',
      `The method ${request.method} is not supported here. Supported methods: ${methods.join(', ')}.`,
    ),
  );
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] as string;
}

/** Nothing's id, key or name has a NUL, and PostgreSQL takes none in a query. */
function namesNothing(parameters: unknown): boolean {
  return Object.values(parameters as Record<string, string>).some((value) => value.includes('\0'));
}

function hostMissing(): Error {
  return invalidRequest('http_malformed', 'The request is not valid HTTP/1.1: the header `Host` is missing.');
}

function refuseEncoded(encoding: string | undefined): void {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw invalidRequest(
    'unsupported_media_type',
    'Compressed bodies are not supported. Send the body without `Content-Encoding`.',
  );
}

/** Which methods a path has, for telling a wrong method (405) from a wrong path (404). */
export class RouteTable {
  readonly #routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();

  /** @param url path in the router's syntax, `/projects/:project`. */
  add(method: string | readonly string[], url: string): void {
    const route = this.#routes.get(url) ?? { pattern: patternOf(url), methods: new Set(['OPTIONS']) };
    for (const one of [method].flat()) route.methods.add(one);
    this.#routes.set(url, route);
  }

  /** In alphabetical order; none where there is no such path. */
  methodsOf(path: string): string[] {
    const methods = new Set<string>();
    for (const route of this.#routes.values()) {
      if (route.pattern.test(path)) route.methods.forEach((method) => methods.add(method));
    }
    return [...methods].sort();
  }
}

function patternOf(url: string): RegExp {
  const segments = url.split('/').map((segment) => (segment.startsWith(':') ? '[^/]+' : escaped(segment)));
  return new RegExp(`^${segments.join('/')}$`);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
