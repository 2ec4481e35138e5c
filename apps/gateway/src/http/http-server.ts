import { readJsonObject } from '@earshot/dto-common';
import {
  errorCodes,
  fastify,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyError,
  type FastifyReply,
} from 'fastify';
import { runWithCalls } from '@earshot/telemetry';
import { errorResponse, fromHttpError } from '@earshot/service-kit';
import type { GatewayConfig } from '../config.js';
import { addAccessLog, type AccessLogger } from './access-log.js';
import { addAnswerDeadline, addBodyDeadline } from './deadlines.js';
import { addBodyBudget, hasBody } from './body-budget.js';
import { answerMalformedHttp, answerOutsideRoutes } from './client-error.js';
import { addEdge } from './edge.hook.js';
import { limitConnectionsPerAddress } from './connections-per-address.js';
import { deferContinue } from './expect-continue.js';
import * as limits from './limits.js';
import { closeQueuedAnswers } from './queued-answers.js';
import { requestIdOf } from './request-id.js';
import { readBody } from './read-body.js';
import { addRequestMetrics } from './request-metrics.hook.js';

/** The HTTP server of the gateway: its limits, its way of reading bodies, what holds for every request. */
export function createHttpServer(
  {
    maxConnections,
    maxConnectionsPerAddress,
    bodyMemoryBytes,
  }: Pick<GatewayConfig, 'maxConnections' | 'maxConnectionsPerAddress' | 'bodyMemoryBytes'>,
  logger: AccessLogger,
): FastifyInstance {
  const server = fastify({
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
    // While it closes, the server answers what comes over open connections: bootstrap stops listening first.
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: requestIdOf,
    clientErrorHandler: answerMalformedHttp,
    frameworkErrors: answerFrameworkError,
    // Longer names than any key are looked up too, and answered with what they are: not there.
    routerOptions: { maxParamLength: limits.headerBytes },
  });
  server.server.maxConnections = maxConnections;
  limitConnectionsPerAddress(server.server, maxConnectionsPerAddress);
  answerOutsideRoutes(server.server);
  deferContinue(server.server);
  closeQueuedAnswers(server.server);
  server.decorateRequest('caller', null);
  server.decorateRequest('permit', null);
  server.decorateRequest('hasProjectSlot', false);
  server.addHook('onRoute', (route) => {
    route.bodyLimit = route.config?.bodyBytes ?? limits.bodyBytes;
  });
  addBodyDeadline(server);
  addBodyBudget(server, bodyMemoryBytes);
  addAnswerDeadline(server);
  addRequestMetrics(server);
  addEdge(server);
  addCallScope(server);
  addAccessLog(server, logger);
  readBodies(server);
  return server;
}

/**
 * Bodies are JSON, but for routes that take bytes, which read them themselves. Without a byte there is no body, whatever its content type:
 * routes that take one miss it when they look for it, the others do not.
 */
function readBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    // By this header Fastify chooses who reads the body. What calls itself a form is refused by whoever reads it.
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
    if (request.routeOptions.config.takesBytes) done(null, payload);
    else if (!hasBody(request.headers)) done(null, undefined);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type'] ?? ''));
  });
}

/** Lets what a handler does find the call that it is done for. After the body is read: its pieces come by events, which know of no call. */
function addCallScope(server: FastifyInstance): void {
  server.addHook('preHandler', ({ call }, _reply, done) => runWithCalls([call], done));
}

/** Answers what Fastify refuses before it has found a route, when no hook and no error handler of a route runs. */
function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, headers, body } = errorResponse(fromHttpError(error, request.raw.url ?? '/'));
  void reply
    .status(status)
    .headers({ ...headers, 'x-request-id': request.id, 'cache-control': 'no-store' })
    .send(body);
}
