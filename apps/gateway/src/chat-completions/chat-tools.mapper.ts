import type { ChatTools } from '@earshot/contracts-inference';
import type { ChatInput } from '@earshot/dto-inference';

/** What the model may call, as the inference service takes it; undefined for nothing. */
export function toChatTools(input: ChatInput): ChatTools | undefined {
  const given = [...(input.tools ?? []).entries()];
  const functions = given.flatMap(([position, tool]) =>
    'function' in tool ? [toFunction(tool.function, position)] : [],
  );
  const switches = given.flatMap(([position, tool]) => ('function' in tool ? [] : [{ ...tool, position }]));
  const choice = toChoice(input.tool_choice);
  // Without anything to choose from, only a wish for a call says something.
  const wished = choice !== null && choice !== 'none' && choice !== 'auto';
  if (input.use_tools !== true && functions.length === 0 && !wished) return undefined;
  return {
    switches: input.use_tools === true ? switches : null,
    functions,
    choice,
    parallel: input.parallel_tool_calls ?? null,
  };
}

type Own = Extract<NonNullable<ChatInput['tools']>[number], { type: 'function' }>['function'];

function toFunction({ name, description, parameters, strict }: Own, position: number): ChatTools['functions'][number] {
  return {
    name,
    ...(description && { description }),
    ...(parameters && { parameters }),
    ...(typeof strict === 'boolean' && { strict }),
    position,
  };
}

function toChoice(choice: ChatInput['tool_choice']): ChatTools['choice'] {
  if (choice === null || choice === undefined) return null;
  return typeof choice === 'string' ? choice : { name: choice.function.name };
}
