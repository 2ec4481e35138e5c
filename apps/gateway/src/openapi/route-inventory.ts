import type { Type } from '@nestjs/common';
import { HTTP_CODE_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { Reflector, type DiscoveryService } from '@nestjs/core';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { FastifyContextConfig } from 'fastify';
import type { z } from 'zod';
import { accessRuleOf, type AccessRule } from '../auth/route.decorators.js';
import { BodyPipe, QueryPipe } from '../http/request-pipes.js';
import { routeHandlers, routeMetadata, type RouteHandler } from '../http/route-handlers.js';
import { countsAgainstLimits } from '../limits/limits.decorators.js';
import { OPERATION, RESOURCE, type Operation } from './operation.decorator.js';
import { probeOperation } from './probe-operations.js';

/** A route that the gateway serves. */
export interface Route {
  readonly method: RouteHandler['method'];
  /** OpenAPI syntax, for example `/api/v1/projects/{project}`. */
  readonly path: string;
  readonly operation: Operation;
  readonly resource: string;
  /** null for a public route. */
  readonly access: AccessRule | null;
  /** Whether requests count against all limits of the API key, as inference does. */
  readonly counts: boolean;
  readonly status: number;
  readonly config: FastifyContextConfig;
  readonly body?: z.ZodType;
  readonly query?: z.ZodObject;
}

/** A parameter of a handler, as Nest stores it. */
interface Parameter {
  readonly pipes: readonly unknown[];
}

const reflector = new Reflector();

/**
 * Returns the routes of this gateway, read from the metadata that Nest serves them by.
 *
 * @throws Error that names a route without @Operation.
 */
export function routesOf(discovery: DiscoveryService): Route[] {
  return routeHandlers(discovery).flatMap(routesOfHandler);
}

function routesOfHandler(route: RouteHandler): Route[] {
  const { controller, handler, method, paths } = route;
  const operation =
    reflector.get<Operation | undefined>(OPERATION, handler) ?? probeOperation(controller, handler.name);
  if (operation === undefined) {
    throw new Error(`${controller.name}.${handler.name} has no description: add @Operation(...) to it.`);
  }
  const pipes = pipesOf(controller, handler.name);
  const described = {
    method,
    operation,
    resource: routeMetadata<string>(route, RESOURCE) ?? 'Service',
    access: accessRuleOf(route) as AccessRule | null,
    counts: countsAgainstLimits(route),
    status: reflector.get<number | undefined>(HTTP_CODE_METADATA, handler) ?? (method === 'post' ? 201 : 200),
    config: reflector.get<FastifyContextConfig | undefined>(FASTIFY_ROUTE_CONFIG_METADATA, handler) ?? {},
    body: pipes.find((pipe): pipe is BodyPipe<z.ZodType> => pipe instanceof BodyPipe)?.schema,
    query: pipes.find((pipe): pipe is QueryPipe<z.ZodObject> => pipe instanceof QueryPipe)?.schema,
  };
  // Operation ids are unique: further paths of a handler get a number.
  const idAt = (index: number) => (index === 0 ? operation.id : `${operation.id}${index + 1}`);
  return paths.map((path, index) => ({
    ...described,
    path: path.replaceAll(/:(\w+)/g, '{$1}'),
    operation: { ...operation, id: idAt(index) },
  }));
}

/** Returns the pipes of a handler's parameters. */
function pipesOf(controller: Type, handler: string): unknown[] {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) as
    Record<string, Parameter> | undefined;
  return Object.values(parameters ?? {}).flatMap(({ pipes }) => pipes);
}
