import type { Interaction, InteractionFeedback, RecordedMessage } from '@earshot/contracts-interactions';
import type { InteractionResponse, ListedInteraction } from '@earshot/dto-interactions';

type Shown = ListedInteraction['messages'];

/** An interaction as a list shows it. @param project key of the project. */
export function toListed(interaction: Interaction, project: string): ListedInteraction {
  const { completion_id, session_id, model, messages, completion, system_prompt, finish_reason } = interaction;
  const { tool_calls, called_tools } = interaction;
  const { usage, timings, parameters, user, labels, tags, ab_campaign, propensity, source, error } = interaction;
  return {
    completion_id,
    session_id,
    project,
    model,
    messages: messages && toMessages(messages),
    completion,
    ...(tool_calls && { tool_calls: tool_calls.map(toFunctionCall) }),
    ...(called_tools && { called_tools }),
    system_prompt,
    finish_reason,
    usage,
    timings,
    parameters,
    user,
    labels,
    tags,
    ab_campaign,
    propensity,
    source,
    error,
    created_at: interaction.created_at,
  };
}

/** One interaction as it is shown, whole. */
export function toWhole(
  listed: ListedInteraction,
  messages: readonly RecordedMessage[],
  completion: string,
  feedback: readonly InteractionFeedback[],
): InteractionResponse {
  const shown = feedback.map(({ metric_id: _, ...one }) => one);
  return { ...listed, messages: toMessages(messages), completion, feedback: shown };
}

/** Messages in the form in which callers send them. */
function toMessages(messages: readonly RecordedMessage[]): NonNullable<Shown> {
  return messages.map(({ content, tool_calls, ...rest }) => ({
    ...rest,
    ...(tool_calls && { tool_calls: tool_calls.map(toFunctionCall) }),
    content: typeof content === 'string' ? content : content.map(toPart),
  }));
}

/** A call in the form in which callers send it, and get it. */
function toFunctionCall({ id, ...called }: { id: string; name: string; arguments: string }) {
  return { id, type: 'function' as const, function: called };
}

type Part = Exclude<RecordedMessage['content'], string>[number];

function toPart(part: Part) {
  if (part.type === 'text') return part;
  const { url, detail } = part;
  return { type: 'image_url' as const, image_url: detail === undefined ? url : { url, detail } };
}
