import '@nestjs/platform-fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Maximum body size in bytes, if not the default. */
    bodyBytes?: number;
    /** Media type of responses in addition to JSON. */
    alsoProduces?: string;
    /** The body is bytes, whatever its content type. */
    takesBytes?: boolean;
    /** The body is JSON, or a form with files, see `read-form.ts`. */
    takesForm?: boolean;
    /** With {@link takesBytes}: a JSON body is bytes as well. */
    anyContentType?: boolean;
    /** The body can take an hour to arrive; the route ends stalled uploads itself. */
    longBody?: boolean;
    /** The response is a file in its own type, whatever `Accept`. */
    producesBytes?: boolean;
  }
}
