import type { CallContext } from '@earshot/contracts-core';
import { invalidRequest, notFound } from '@earshot/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newCallContext } from '@earshot/messaging';
import { beginSpan } from '@earshot/telemetry';
import { servicePaths } from './request-guards.js';
import { namesMediaType, requireAcceptable } from './accept.js';
import { endOf, routeOf } from './response-status.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Context that all messages of this request carry. */
    call: CallContext;
  }
}

/** Checks every request before authentication: id, trace, path, method, `Accept` and `Content-Encoding`. */
export function addEdge(server: FastifyInstance): void {
  const routes = new RouteTable();
  server.decorateRequest('call');
  server.addHook('onRoute', ({ method, url }) => routes.add(method, url));
  server.addHook('onRequest', (request, reply, done) => {
    const { headers } = request.raw;
    request.call = callOf(request, reply);
    reply.header('x-request-id', request.id);
    // Responses depend on the key (RFC 9111, section 5.2.2.5). Cacheable ones override this.
    reply.header('cache-control', 'no-store');
    // RFC 9112, section 3.2. Node's own response has neither a body nor an id.
    if (headers.host === undefined && request.raw.httpVersion === '1.1') return done(hostMissing());
    if (request.is404) return answerUnrouted(routes, request, reply, done);
    if (hasNul(request.params)) return done(notFound('path', pathOf(request)));
    if (servicePaths.has(request.routeOptions.url ?? '')) return done();
    try {
      const { producesBytes, alsoProduces } = request.routeOptions.config;
      if (!producesBytes) requireAcceptable(headers.accept, alsoProduces);
      requireUnencoded(headers['content-encoding']);
    } catch (error) {
      return done(error as Error);
    }
    done();
  });
}

const baseAddresses =
  "Base addresses are /api/v1 (API), /openai/v1 (OpenAI's API), /anthropic/v1 (Anthropic's API), " +
  '/images and /artifacts (files), /console and /docs.';

/** Responds with 404, 405, 204 for OPTIONS, or leads a browser to the console, without reading the body. */
function answerUnrouted(
  routes: RouteTable,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const path = pathOf(request);
  const methods = routes.methodsOf(path);
  if (path === '/' && isBrowser(request)) return void reply.header('vary', 'accept').redirect('/console/', 302);
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

/** Whether a page is requested, as by the address bar of a browser. */
function isBrowser({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && namesMediaType(headers.accept, 'text/html');
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] as string;
}

/** No id, key or name has a NUL, and PostgreSQL rejects it in queries. */
function hasNul(parameters: unknown): boolean {
  return Object.values(parameters as Record<string, string>).some((value) => value.includes('\0'));
}

function hostMissing(): Error {
  return invalidRequest('http_malformed', 'The request is not valid HTTP/1.1: the header `Host` is missing.');
}

function requireUnencoded(encoding: string | undefined): void {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw invalidRequest(
    'unsupported_media_type',
    'Compressed bodies are not supported. Send the body without `Content-Encoding`.',
  );
}

/** The methods of each path, to distinguish an unsupported method (405) from an unknown path (404). */
export class RouteTable {
  readonly #routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();

  /** @param url path in the router's syntax, `/projects/:project`. */
  add(method: string | readonly string[], url: string): void {
    const route = this.#routes.get(url) ?? { pattern: patternOf(url), methods: new Set(['OPTIONS']) };
    for (const one of [method].flat()) route.methods.add(one);
    this.#routes.set(url, route);
  }

  /** Returns the methods of a path in alphabetical order; none for an unknown path. */
  methodsOf(path: string): string[] {
    const methods = new Set<string>();
    for (const route of this.#routes.values()) {
      if (route.pattern.test(path)) route.methods.forEach((method) => methods.add(method));
    }
    return [...methods].sort();
  }
}

function patternOf(url: string): RegExp {
  const segments = url.split('/').map(segmentPattern);
  return new RegExp(`^${segments.join('/')}$`);
}

function segmentPattern(segment: string): string {
  if (segment === '*') return '.*';
  return segment.startsWith(':') ? '[^/]+' : escaped(segment);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * Returns the call context of a request, in the caller's trace if it sent one, and starts its span. Spans name the
 * route, not the URL.
 */
export function callOf(request: FastifyRequest, reply: FastifyReply): CallContext {
  const given = { requestId: request.id, traceparent: request.raw.headers.traceparent as string | undefined };
  const route = routeOf(request);
  // Probes arrive every few seconds and are not traced.
  const span = servicePaths.has(route)
    ? undefined
    : beginSpan(
        {
          kind: 'server',
          name: `${request.method} ${route}`,
          attributes: {
            'http.request.method': request.method,
            'http.route': route,
            'url.scheme': 'http',
            'earshot.request.id': request.id,
          },
        },
        given,
      );
  if (span === undefined) return newCallContext(given);
  reply.raw.once('close', () => {
    const { status, isWhole } = endOf(reply.raw);
    if (status !== undefined) span.set({ 'http.response.status_code': status });
    if (status !== undefined && status >= 500) span.fail(String(status));
    else if (!isWhole) span.set({ 'error.type': 'client_left' });
    span.end();
  });
  return span.call;
}
