import type { Server } from 'node:http';
import { readJsonObject } from '@earshot/dto-common';
import {
  errorCodes,
  fastify,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyError,
  type FastifyReply,
  type FastifyHttpOptions,
} from 'fastify';
import { fastifyCookie } from '@fastify/cookie';
import { runWithCalls } from '@earshot/telemetry';
import { errorResponse, fromHttpError } from '@earshot/service-kit';
import { addAnthropicErrors, errorBodyFor } from './anthropic-errors.js';
import type { GatewayConfig } from '../config.js';
import { recordRequests, type AccessLogger } from './response-status.js';
import { addResponseDeadline, addBodyDeadline } from './deadlines.js';
import { addBodyBudget, hasBody } from './body-budget.js';
import { answerMalformedHttp, answerOutsideRoutes, requestIdOf } from './client-error.js';
import { addEdge } from './edge.hook.js';
import { limitConnectionsPerAddress } from './connections-per-address.js';
import { deferContinue } from './expect-continue.js';
import * as limits from './limits.js';
import { closePipelinedResponses } from './pipelined-responses.js';
import { dropBody, readBody } from './read-body.js';
import { isForm, readForm } from './read-form.js';

const serverOptions: FastifyHttpOptions<Server> = {
  bodyLimit: limits.bodyBytes,
  requestTimeout: limits.longRequestTimeoutMs,
  keepAliveTimeout: limits.keepAliveTimeoutMs,
  http: {
    maxHeaderSize: limits.headerBytes,
    requireHostHeader: false,
    headersTimeout: limits.headersTimeoutMs,
    connectionsCheckingInterval: limits.timeoutCheckMs,
  },
  forceCloseConnections: 'idle',
  // At shutdown, requests on open connections are still served: bootstrap stops listening first.
  return503OnClosing: false,
  requestIdHeader: false,
  genReqId: requestIdOf,
  clientErrorHandler: answerMalformedHttp,
  frameworkErrors: answerFrameworkError,
  // Names longer than any key are a 404 like other unknown names.
  routerOptions: { maxParamLength: limits.headerBytes },
};

/** Creates the HTTP server of the gateway, with its limits, body parsers and hooks. */
export function createHttpServer(
  {
    maxConnections,
    maxConnectionsPerAddress,
    bodyMemoryBytes,
  }: Pick<GatewayConfig, 'maxConnections' | 'maxConnectionsPerAddress' | 'bodyMemoryBytes'>,
  logger: AccessLogger,
): FastifyInstance {
  const server = fastify(serverOptions);
  server.server.maxConnections = maxConnections;
  limitConnectionsPerAddress(server.server, maxConnectionsPerAddress);
  answerOutsideRoutes(server.server);
  deferContinue(server.server);
  closePipelinedResponses(server.server);
  decorateRequests(server);
  // Without its hook: cookies are parsed where no API key was sent.
  void server.register(fastifyCookie, { hook: false });
  server.addHook('onRoute', (route) => {
    route.bodyLimit = route.config?.bodyBytes ?? limits.bodyBytes;
  });
  addBodyDeadline(server);
  addBodyBudget(server, bodyMemoryBytes);
  addResponseDeadline(server);
  recordRequests(server, logger);
  addEdge(server);
  // After the body is read, because its pieces arrive as events outside of this scope.
  server.addHook('preHandler', ({ call }, _reply, done) => runWithCalls([call], done));
  readBodies(server);
  addAnthropicErrors(server);
  server.addHook('onError', ({ raw }, _reply, _error, done) => {
    if (hasBody(raw.headers) && raw.readableFlowing === null) dropBody(raw);
    done();
  });
  return server;
}

/** Declares what guards add to requests, so that all requests have the same shape. */
function decorateRequests(server: FastifyInstance): void {
  server.decorateRequest('caller', null);
  server.decorateRequest('browserSession', null);
  server.decorateRequest('permit', null);
  server.decorateRequest('hasProjectSlot', false);
}

/**
 * Parses JSON bodies. Routes that take bytes read the body themselves. An empty body is no body, whatever its content
 * type.
 */
function readBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    // Fastify selects the parser by this header. The routes reject forms themselves.
    const { headers } = raw;
    if (routeOptions.config.anyContentType && !/^multipart\//i.test(headers['content-type'] ?? '')) {
      headers['content-type'] = 'application/octet-stream';
    }
    done();
  });
  server.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    // The route refuses any JSON: an error in the JSON would mislead.
    if (request.routeOptions.config.takesBytes && hasBody(request.headers)) return {};
    const bytes = await readBody(request);
    return bytes.length === 0 ? undefined : readJsonObject(bytes);
  });
  server.addContentTypeParser('*', (request, payload, done) => {
    const { takesBytes, takesForm } = request.routeOptions.config;
    if (takesBytes) done(null, payload);
    else if (takesForm && isForm(request.headers)) readForm(request).then((body) => done(null, body), done);
    else if (!hasBody(request.headers)) done(null, undefined);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type'] ?? ''));
  });
}

/** Responds to errors before Fastify has found a route, when no hook and no error handler runs. */
function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, headers, body } = errorResponse(fromHttpError(error, request.raw.url ?? '/'));
  void reply
    .status(status)
    .headers({ ...headers, 'x-request-id': request.id, 'cache-control': 'no-store' })
    .send(errorBodyFor(request.raw.url ?? '/', request.id, body));
}
