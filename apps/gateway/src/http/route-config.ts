import '@nestjs/platform-fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Largest body of the route, where it is not the usual. */
    bodyBytes?: number;
    /** What the route answers with beside JSON. */
    alsoProduces?: string;
    /** The body is taken as bytes, whatever its content type says. */
    takesBytes?: boolean;
    /** With {@link takesBytes}: a body that calls itself JSON is bytes too. */
    anyContentType?: boolean;
    /** The body may take an hour to arrive; the route itself ends what makes no progress. */
    longBody?: boolean;
    /** The route answers with a file in the file's own type, whatever `Accept` says. */
    producesBytes?: boolean;
  }
}
