import type { InteractionResponse, ListedInteraction } from '@earshot/dto-interactions';

type Message = InteractionResponse['messages'][number];

/** Converts a message. Parts become lines: texts, and addresses of images. */
export function toChatMessage({ role, content }: Message) {
  return { role, content: typeof content === 'string' ? content : content.map(lineOf).join('\n') };
}

/** Converts what is known of how a completion was generated. */
export function toMetadata({ parameters, timings, usage, system_prompt: system }: ListedInteraction) {
  return {
    ...{ parameters, timings, system },
    usage: usage && {
      completionTokens: usage.completion_tokens,
      promptTokens: usage.prompt_tokens,
      totalTokens: usage.total_tokens,
    },
  };
}

function lineOf(part: Exclude<Message['content'], string>[number]): string {
  if (part.type === 'text') return part.text;
  return typeof part.image_url === 'string' ? part.image_url : part.image_url.url;
}
