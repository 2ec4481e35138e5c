import type { Contract } from '@earshot/contracts-core';
import { z } from 'zod';

/** A schema of a message, as it is committed beside its contract for reviewers and for tools of other languages. */
export interface SchemaFile {
  /** Relative to `libs/contracts`. */
  path: string;
  /** JSON Schema, draft 2020-12. */
  schema: object;
}

/** Every schema of a contract as a JSON Schema file: `<owner>/schema/<type>.<part>.json`. */
export function schemaFiles(owner: string, contract: Contract): SchemaFile[] {
  return Object.entries(partsOf(contract)).map(([part, schema]) => ({
    path: `${owner}/schema/${contract.type}.${part}.json`,
    schema: z.toJSONSchema(schema),
  }));
}

/** The schemas of a contract by what they describe. */
export function partsOf(contract: Contract): Record<string, z.ZodType> {
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
