import type { PipeTransform } from '@nestjs/common';
import { parseBody, parseQuery, readJsonObject } from '@earshot/dto-common';
import type { z } from 'zod';

/** Parses the JSON body of a request: `@Body(new BodyPipe(schema))`. The OpenAPI document shows the same schema. */
export class BodyPipe<Schema extends z.ZodType> implements PipeTransform<unknown, z.output<Schema>> {
  constructor(readonly schema: Schema) {}

  /** @throws AppError `body_missing`, and the errors of `parseBody`. */
  transform(body: unknown): z.output<Schema> {
    return parseBody(this.schema, body ?? readJsonObject(undefined));
  }
}

/** Parses the query string of a request: `@Query(new QueryPipe(schema))`. The OpenAPI document shows its parameters. */
export class QueryPipe<Schema extends z.ZodObject> implements PipeTransform<unknown, z.output<Schema>> {
  constructor(readonly schema: Schema) {}

  /** @throws AppError as `parseQuery` does. */
  transform(query: unknown): z.output<Schema> {
    return parseQuery(this.schema, query);
  }
}

/** Returns the fields that the schema has, in its order, without parsing them. */
export function pickFields<Schema extends z.ZodObject>(schema: Schema, value: z.output<Schema>): z.output<Schema> {
  const names = Object.keys(schema.shape).filter((name) => value[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, value[name]])) as z.output<Schema>;
}
