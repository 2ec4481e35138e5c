import { z } from 'zod';

/**
 * The end of a part of the reasoning that its provider, such as Anthropic, wants back unchanged. It has the signature
 * of the characters (UTF-16 units) since the part before, or encrypted data in place of a text.
 */
export const reasoningBlock = z.union([
  z.object({ characters: z.int().min(0), signature: z.string() }),
  z.object({ data: z.string() }),
]);

/** The end of a part of the reasoning that its provider wants back unchanged. */
export type ReasoningBlock = z.infer<typeof reasoningBlock>;

/** A block of reasoning in Anthropic's interface (https://docs.claude.com/en/api/messages, `content`). */
export type ThinkingBlock =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string };

/** Joins the reasoning of an answer and the ends of its parts to blocks, as they come. */
export class ThinkingBlocks {
  #text = '';

  /** Returns the blocks that end here. */
  add(reasoning: string, ends: readonly ReasoningBlock[]): ThinkingBlock[] {
    this.#text += reasoning;
    return ends.map((end) => {
      if ('data' in end) return { type: 'redacted_thinking', data: end.data };
      const thinking = this.#text.slice(0, end.characters);
      this.#text = this.#text.slice(end.characters);
      return { type: 'thinking', thinking, signature: end.signature };
    });
  }
}

/**
 * Fields of an assistant's message that return its reasoning to its provider: `reasoning_content` as DeepSeek and vLLM
 * name it, and the blocks of Anthropic's interface.
 */
export function reasoningFields(reasoning: string, ends: readonly ReasoningBlock[] = []) {
  return thinkingFields(reasoning, new ThinkingBlocks().add(reasoning, ends));
}

/** The same fields, of blocks that the caller sent back. */
export function thinkingFields(reasoning: string, thinking_blocks: readonly ThinkingBlock[]) {
  return {
    ...(reasoning !== '' && { provider_fields: { reasoning_content: reasoning } }),
    ...(thinking_blocks.length > 0 && { anthropic_fields: { thinking_blocks } }),
  };
}
