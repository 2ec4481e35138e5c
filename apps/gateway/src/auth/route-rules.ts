import type { Route } from '../openapi/route-inventory.js';
import type { AccessRule } from './access.decorators.js';

/** What a route says of who may use it. */
export interface RouteRule {
  /** null: everybody; undefined: the route does not say. */
  readonly access: AccessRule | null | undefined;
  /** Whether models answer its requests, which count against all limits of keys. */
  readonly counts: boolean;
}

/** The rules of all routes, found by what the server knows of a request before its body: method, and path as the route is written. */
export class RouteRules {
  readonly #rules = new Map<string, RouteRule>();

  constructor(routes: readonly (Pick<Route, 'method' | 'path'> & RouteRule)[]) {
    for (const { method, path, access, counts } of routes) {
      // The server's own syntax of parameters.
      const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
      this.#rules.set(`${method.toUpperCase()} ${url}`, { access, counts });
    }
  }

  /** @param url as the route is written, `/projects/:project`. @throws Error for a route that says nothing: it serves nobody. */
  of(method: string, url: string): RouteRule & { readonly access: AccessRule | null } {
    // HEAD is possible wherever GET is, and needs the same.
    const rule = this.#rules.get(`${method === 'HEAD' ? 'GET' : method} ${url}`);
    if (rule?.access === undefined) throw new Error('This route does not say who may use it.');
    return { access: rule.access, counts: rule.counts };
  }
}
