import { z } from 'zod';

/** A JSON Schema of dialect 2020-12, which OpenAPI 3.1 takes as it is. */
export type JsonSchema = Record<string, unknown>;

/** Collects the schemas of a document, each under the `id` of its metadata, and refers to them. */
export class SchemaBook {
  /** By name, for `components.schemas`. */
  readonly schemas: Record<string, JsonSchema> = {};

  /** The schema of what a caller sends, which is what is parsed with it. */
  sent(schema: z.ZodType): JsonSchema {
    return this.#add(schema, 'input');
  }

  /** The schema of what a caller gets. */
  given(schema: z.ZodType): JsonSchema {
    return this.#add(schema, 'output');
  }

  #add(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const converted = z.toJSONSchema(schema, { io, override: keepWhatIsTold });
    // z.toJSONSchema puts schemas with an id beside the one that refers to them.
    const text = JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/');
    const { $schema: _dialect, $defs = {}, ...own } = JSON.parse(text) as JsonSchema & { $defs?: object };
    for (const [name, named] of Object.entries($defs as Record<string, JsonSchema>)) {
      const known = (this.schemas[name] ??= named);
      if (JSON.stringify(known) !== JSON.stringify(named)) throw new Error(`Two schemas are called ${name}.`);
    }
    return own;
  }
}

/** Metadata are about what travels; zod leaves some of them out where parsing makes something else of it. */
function keepWhatIsTold({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void {
  const { examples } = (z.globalRegistry.get(zodSchema) ?? {}) as { examples?: unknown[] };
  if (examples !== undefined && jsonSchema.$ref === undefined) jsonSchema.examples = examples;
  const { def } = zodSchema._zod;
  if (def.type === 'default') jsonSchema.default = (def as z.core.$ZodDefaultDef).defaultValue;
  // What every whole number in JSON is bounded by says nothing.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
