import { RequestMethod, type Type } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { Reflector } from '@nestjs/core';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import { PUBLIC_ROUTE } from '@earshot/service-kit';
import type { FastifyContextConfig } from 'fastify';
import type { z } from 'zod';
import { ACCESS_RULE, COUNTS_AGAINST_LIMITS, type AccessRule } from '../auth/route.decorators.js';
import { BodyPipe, QueryPipe } from '../http/request-context.js';
import { OPERATION, RESOURCE, type Operation } from './operation.decorator.js';
import { probeOperation } from './probe-operations.js';

/** A route that the gateway serves. */
export interface Route {
  /** Lower case. */
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
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

/**
 * Returns the routes of controllers, read from the metadata that Nest serves them by.
 *
 * @throws Error that names a route without @Operation.
 */
export function routesOf(controllers: readonly Type[]): Route[] {
  return controllers.flatMap((controller) => {
    const prototype = controller.prototype as Record<string, object>;
    const handlers = Object.getOwnPropertyNames(prototype).map((name) => prototype[name] as object);
    return handlers.filter(isToBeDescribed).flatMap((handler) => routesOfHandler(controller, handler as () => unknown));
  });
}

/** HEAD routes mirror GET routes and are not described. */
function isToBeDescribed(handler: object): boolean {
  const method = read<RequestMethod>(METHOD_METADATA, handler);
  return method !== undefined && method !== RequestMethod.HEAD;
}

function routesOfHandler(controller: Type, handler: () => unknown): Route[] {
  const here = <T>(key: string) => read<T>(key, handler);
  const either = <T>(key: string) => here<T>(key) ?? read<T>(key, controller);
  const operation = here<Operation>(OPERATION) ?? probeOperation(controller, handler.name);
  if (operation === undefined) {
    throw new Error(`${controller.name}.${handler.name} has no description: add @Operation(...) to it.`);
  }
  const method = RequestMethod[here<RequestMethod>(METHOD_METADATA) as RequestMethod].toLowerCase() as Route['method'];
  const pipes = pipesOf(controller, handler.name);
  const route = {
    method,
    operation,
    resource: either<string>(RESOURCE) ?? 'Service',
    access: either<boolean>(PUBLIC_ROUTE) === true ? null : (either<AccessRule>(ACCESS_RULE) as AccessRule),
    counts: either<boolean>(COUNTS_AGAINST_LIMITS) === true,
    status: here<number>(HTTP_CODE_METADATA) ?? (method === 'post' ? 201 : 200),
    config: here<FastifyContextConfig>(FASTIFY_ROUTE_CONFIG_METADATA) ?? {},
    body: pipes.find((pipe): pipe is BodyPipe<z.ZodType> => pipe instanceof BodyPipe)?.schema,
    query: pipes.find((pipe): pipe is QueryPipe<z.ZodObject> => pipe instanceof QueryPipe)?.schema,
  };
  const bases = [read<string | string[]>(PATH_METADATA, controller) as string | string[]].flat();
  const paths = [here<string | string[]>(PATH_METADATA) as string | string[]].flat();
  const all = bases.flatMap((base) => paths.map((path) => joined(base, path)));
  // Operation ids are unique: further paths of a handler get a number.
  const idAt = (index: number) => (index === 0 ? operation.id : `${operation.id}${index + 1}`);
  return all.map((path, index) => ({ ...route, path, operation: { ...operation, id: idAt(index) } }));
}

/** Returns the pipes of a handler's parameters. */
function pipesOf(controller: Type, handler: string): unknown[] {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) as
    Record<string, Parameter> | undefined;
  return Object.values(parameters ?? {}).flatMap(({ pipes }) => pipes);
}

const reflector = new Reflector();

function read<T>(key: string, target: Type | (() => unknown) | object): T | undefined {
  return reflector.get<T | undefined>(key, target as () => unknown);
}

/** Joins paths as Nest does, in OpenAPI syntax. */
function joined(base: string, path: string): string {
  const segments = `${base}/${path}`.split('/').filter((segment) => segment !== '');
  return `/${segments.map((segment) => segment.replace(/^:(.+)$/, '{$1}')).join('/')}`;
}
