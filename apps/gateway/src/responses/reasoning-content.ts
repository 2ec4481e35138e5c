import type { ThinkingBlock } from '@earshot/contracts-inference';
import { z } from 'zod';

/** The reasoning of an answer, as the provider wants it back. */
export interface StoredReasoning {
  readonly text: string;
  readonly blocks: readonly ThinkingBlock[];
}

const schema = z.object({
  text: z.string(),
  blocks: z.array(
    z.union([
      z.object({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
      z.object({ type: z.literal('redacted_thinking'), data: z.string() }),
    ]),
  ),
});

/** Encodes reasoning as `encrypted_content`, which callers pass back. It has nothing but their answer. */
export function encodeReasoning(reasoning: StoredReasoning): string {
  return Buffer.from(JSON.stringify(reasoning)).toString('base64url');
}

/** Decodes `encrypted_content`; undefined for a text of another server. */
export function decodeReasoning(encoded: string): StoredReasoning | undefined {
  try {
    const { data } = schema.safeParse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')));
    return data;
  } catch {
    return undefined;
  }
}
