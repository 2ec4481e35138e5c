import type { Contract } from '@earshot/contracts-core';
import { z } from 'zod';

/** A committed JSON Schema of a message, for reviewers and other languages. */
export interface SchemaFile {
  /** Relative to `libs/contracts`. */
  path: string;
  /** JSON Schema, draft 2020-12. */
  schema: object;
}

/** JSON Schema files of a contract: `<owner>/schema/<type>.<part>.json`. */
export function schemaFiles(owner: string, contract: Contract): SchemaFile[] {
  return Object.entries(partsOf(contract)).map(([part, schema]) => ({
    path: `${owner}/schema/${contract.type}.${part}.json`,
    schema: z.toJSONSchema(schema),
  }));
}

/** The schemas of a contract, by part. */
function partsOf(contract: Contract): Record<string, z.ZodType> {
  switch (contract.lane) {
    case 'command':
      return { request: contract.request, reply: contract.reply };
    case 'work':
      return { request: contract.request, chunk: contract.chunk };
    case 'event':
      return { event: contract.schema };
    case 'state':
      return { value: contract.schema };
  }
}
