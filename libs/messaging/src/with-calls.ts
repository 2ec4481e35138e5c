import type { CallContext } from '@earshot/contracts-core';

/** The messages as they are below the spans of their handling; the very same ones where there are no spans. */
export function withCalls<Message extends { readonly call: CallContext }>(
  messages: readonly Message[],
  calls: readonly CallContext[],
): readonly Message[] {
  return messages.map((message, index) => {
    const call = calls[index] ?? message.call;
    return call === message.call ? message : { ...message, call };
  });
}
