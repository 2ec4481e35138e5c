import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { Reflector, type DiscoveryService } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';

/** A handler of routes, as Nest serves it. */
export interface RouteHandler {
  readonly controller: Type;
  readonly handler: () => unknown;
  /** Lower case. */
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** In Fastify's syntax, for example `/api/v1/projects/:project`. */
  readonly paths: readonly string[];
}

const reflector = new Reflector();

/** Returns the handlers of all controllers. HEAD routes mirror GET routes and are left out. */
export function routeHandlers(discovery: DiscoveryService): RouteHandler[] {
  return discovery.getControllers().flatMap(({ metatype }) => handlersOf(metatype as Type));
}

function handlersOf(controller: Type): RouteHandler[] {
  const prototype = controller.prototype as Record<string, () => unknown>;
  const handlers = Object.getOwnPropertyNames(prototype).map((name) => prototype[name] as () => unknown);
  const bases = pathsOf(controller);
  return handlers.flatMap((handler) => {
    const method = reflector.get<RequestMethod | undefined>(METHOD_METADATA, handler);
    if (method === undefined || method === RequestMethod.HEAD) return [];
    const paths = bases.flatMap((base) => pathsOf(handler).map((path) => joined(base, path)));
    return [{ controller, handler, paths, method: RequestMethod[method].toLowerCase() as RouteHandler['method'] }];
  });
}

function pathsOf(target: Type | (() => unknown)): string[] {
  return [reflector.get<string | string[]>(PATH_METADATA, target)].flat();
}

/** Joins paths as Nest does. */
function joined(base: string, path: string): string {
  const segments = `${base}/${path}`.split('/').filter((segment) => segment !== '');
  return `/${segments.join('/')}`;
}

/** Returns what a decorator set on a handler, or else on its controller. */
export function routeMetadata<T>(
  { controller, handler }: Pick<RouteHandler, 'controller' | 'handler'>,
  key: string,
): T | undefined {
  return reflector.getAllAndOverride<T | undefined>(key, [handler, controller]);
}

/** A value of each route. */
export class RouteValues<T> {
  readonly #values = new Map<string, T>();

  constructor(discovery: DiscoveryService, valueOf: (route: RouteHandler) => T) {
    for (const route of routeHandlers(discovery)) {
      for (const path of route.paths) this.#values.set(`${route.method.toUpperCase()} ${path}`, valueOf(route));
    }
  }

  /** Returns the value of a request's route; undefined for a route of no controller. */
  of({ method, routeOptions }: FastifyRequest): T | undefined {
    // HEAD has the value of GET.
    return this.#values.get(`${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`);
  }
}
