import type { Schemas } from '../../api/client.js';
import type { ChatRequest } from '../../ui/chat-snippets.js';
import { labelsOf } from './row.js';

type Interaction = Schemas['Interaction'];

/**
 * Returns the chat request that asks for an answer to the same messages again.
 *
 * @param project key of the project, which is the model of an interaction without one
 */
export function requestOf(interaction: Interaction, project: string): ChatRequest {
  const { tags } = interaction;
  const user = interaction.labels['user'] ?? interaction.user;
  const labels = Object.fromEntries(labelsOf(interaction));
  return {
    model: interaction.model ?? project,
    messages: interaction.messages.map(toMessage),
    ...interaction.parameters,
    ...(user !== null && { user }),
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(tags.length > 0 && { tags }),
  };
}

/** The fields of a message that a request takes. */
function toMessage({ role, content, name, tool_calls, tool_call_id }: Interaction['messages'][number]): object {
  return {
    role,
    content,
    ...(name !== undefined && { name }),
    ...(tool_calls !== undefined && { tool_calls }),
    ...(tool_call_id !== undefined && { tool_call_id }),
  };
}
