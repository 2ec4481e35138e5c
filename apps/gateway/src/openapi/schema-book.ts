import { z } from 'zod';

/** A JSON Schema of dialect 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>;

/** Collects the named schemas of a document and returns references to them. */
export class SchemaBook {
  /** Schemas by name, for `components.schemas`. */
  readonly schemas: Record<string, JsonSchema> = {};
  /** Every route has the same errors: conversion would be a quarter of the gateway's start. */
  readonly #converted = { input: new Map<z.ZodType, JsonSchema>(), output: new Map<z.ZodType, JsonSchema>() };

  /** Converts the schema of a request. */
  sent(schema: z.ZodType): JsonSchema {
    return this.#add(schema, 'input');
  }

  /** Converts the schema of a response. */
  given(schema: z.ZodType): JsonSchema {
    return this.#add(schema, 'output');
  }

  #add(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const known = this.#converted[io].get(schema) ?? this.#convert(schema, io);
    this.#converted[io].set(schema, known);
    return known;
  }

  #convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const converted = z.toJSONSchema(schema, { io, override: restoreMetadata });
    // z.toJSONSchema puts schemas with an id into $defs of each schema.
    const text = JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/');
    const { $schema: _dialect, $defs = {}, ...own } = JSON.parse(text) as JsonSchema & { $defs?: object };
    for (const [name, named] of Object.entries($defs as Record<string, JsonSchema>)) {
      const known = (this.schemas[name] ??= named);
      if (JSON.stringify(known) !== JSON.stringify(named)) throw new Error(`Two schemas are called ${name}.`);
    }
    return own;
  }
}

/** Restores examples and defaults, which zod omits if a schema transforms its input. */
function restoreMetadata({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void {
  const { examples } = (z.globalRegistry.get(zodSchema) ?? {}) as { examples?: unknown[] };
  if (examples !== undefined && jsonSchema.$ref === undefined) jsonSchema.examples = examples;
  const { def } = zodSchema._zod;
  if (def.type === 'default') jsonSchema.default = (def as z.core.$ZodDefaultDef).defaultValue;
  // The bounds of safe integers are noise.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
