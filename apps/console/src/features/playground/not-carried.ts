import type { Schemas } from '../../api/client.js';

/** Parameters that the playground can set. */
const settable = new Set(['temperature', 'top_p', 'max_tokens', 'stop', 'response_format']);

/**
 * Says what a request of the playground lacks of a recorded one.
 *
 * @param hasArguments whether the arguments of the system prompt are known
 */
export function notCarried(interaction: Schemas['Interaction'], hasArguments: boolean): string[] {
  const { parameters, labels, called_tools: tools = [], tool_calls: calls = [], messages } = interaction;
  const notes: string[] = [];
  const unset = [
    ...Object.keys(parameters).filter((name) => !settable.has(name)),
    ...(Object.keys(labels).some((name) => name !== 'user') ? ['labels'] : []),
  ];
  if (unset.length > 0) notes.push(`The playground cannot send: ${unset.join(', ')}.`);
  if (tools.length > 0)
    notes.push('Records do not say which tools were offered. The settings offer those that were called.');
  if (calls.length > 0 || messages.some(({ tool_calls: past = [] }) => past.length > 0))
    notes.push('Your functions are not sent: records have their calls, but not the functions.');
  if (!hasArguments)
    notes.push(
      'The arguments of the system prompt are not recorded. Enter them in the settings if the model needs any.',
    );
  return notes;
}
