/** Paths that need no key (interface, section 1). Everything else does, a route that is added later included. */
export const publicPaths: ReadonlySet<string> = new Set([
  '/livez',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/docs/',
  '/docs/:file',
]);
