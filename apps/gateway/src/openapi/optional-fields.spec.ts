import { describe, expect, it } from '@jest/globals';
import * as feedback from '@earshot/dto-feedback';
import * as inference from '@earshot/dto-inference';
import * as interactions from '@earshot/dto-interactions';
import * as projects from '@earshot/dto-projects';
import * as storage from '@earshot/dto-storage';
import { z } from 'zod';
import { createDatasetSchema } from '../datasets/create-dataset.js';
import { SchemaBook } from './schema-book.js';

/** Fields that other fields replace or make necessary; their descriptions say so. */
const conditional = new Set([
  'CreateBrowserSession.api_key',
  'CreateBrowserSession.code',
  'CreateDataset.upload_session_id',
  'CreateDataset.from',
  'ComparisonInput.messages',
  'InteractionInput.messages',
  'InteractionsSource.filter',
  'CreateReview.preferred_completion',
]);

interface Schema {
  /** Absent for a union. */
  properties?: Record<string, unknown>;
  required?: string[];
}

const requests = Object.values({
  ...feedback,
  ...inference,
  ...interactions,
  ...projects,
  ...storage,
  createDatasetSchema,
}).flatMap((schema) => {
  if (!(schema instanceof z.ZodType)) return [];
  const { id, examples } = z.globalRegistry.get(schema) ?? {};
  return id !== undefined && Array.isArray(examples) && /^(Create|Update|Init)(?!d)|(Input|Source)$/.test(id)
    ? [{ id, schema, examples: examples as Record<string, unknown>[] }]
    : [];
});

describe('a request', () => {
  it.each(requests)('may omit exactly the fields that the schema $id calls optional', ({ id, schema, examples }) => {
    const book = new SchemaBook();
    book.sent(schema);
    const { properties = {}, required = [] } = book.schemas[id] as unknown as Schema;
    for (const example of examples) {
      for (const field of Object.keys(properties).filter((name) => !conditional.has(`${id}.${name}`))) {
        const rest = Object.fromEntries(Object.entries(example).filter(([name]) => name !== field));
        expect([field, schema.safeParse(rest).success]).toEqual([field, !required.includes(field)]);
      }
    }
  });
});
