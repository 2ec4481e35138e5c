import '@nestjs/platform-fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Largest body of the route, where it is not the usual. */
    bodyBytes?: number;
    /** What the route answers with beside JSON. */
    alsoProduces?: string;
  }
}
