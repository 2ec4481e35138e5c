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
