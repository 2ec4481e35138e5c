import { Injectable } from '@nestjs/common';
import type { ChatRequest, ChatTools, FunctionTool, Tool } from '@earshot/contracts-inference';
import { ObservedState, ToolDirectory } from '@earshot/directory';
import type { ProviderTools } from '../../providers/model-provider.js';
import { toolNameTaken, toolUnknown } from '../chat.errors.js';

/** The functions that a request offers to its model. */
export interface Offered {
  /** Tools of the project; they are called here. */
  readonly installed: readonly Tool[];
  readonly own: ReadonlySet<string>;
  /** All of it, as providers take it; undefined for nothing. */
  readonly tools: ProviderTools | undefined;
}

/** Finds the functions that a request offers to its model. */
@Injectable()
export class OfferedTools {
  constructor(
    private readonly directory: ToolDirectory,
    private readonly state: ObservedState,
  ) {}

  /**
   * The offered functions; undefined for a request without tools. Reads the state topics to their end before it
   * reports an unknown tool. @throws AppError `tool_unknown`, `tool_name_taken`
   */
  async resolve(
    { tools, project_id }: ChatRequest,
    observed: Readonly<Record<string, number>>,
  ): Promise<Offered | undefined> {
    if (tools === undefined) return undefined;
    const { switches } = tools;
    if (switches === null) return offered(tools, []);
    const look = () => enabled(this.directory.of(project_id), switches);
    const installed =
      (await this.state.find(observed, look)) ?? throwUnsuitable(this.directory.of(project_id), switches);
    return offered(tools, installed);
  }
}

type Switches = NonNullable<ChatTools['switches']>;

/** Finds a tool by id, or else by key. */
function named(tools: readonly Tool[], name: string): Tool | undefined {
  return tools.find(({ id }) => id === name.toLowerCase()) ?? tools.find(({ key }) => key === name);
}

/** undefined where one of the switches is of no tool. */
function enabled(tools: readonly Tool[], switches: Switches): Tool[] | undefined {
  const states = new Map(tools.map((tool) => [tool, tool.enabled]));
  for (const { id, enabled: state } of switches) {
    const tool = named(tools, id);
    if (tool === undefined) return undefined;
    states.set(tool, state);
  }
  return tools.filter((tool) => states.get(tool));
}

function throwUnsuitable(tools: readonly Tool[], switches: Switches): never {
  const unknown = switches.find(({ id }) => named(tools, id) === undefined);
  throw toolUnknown(unknown?.id ?? '', `tools[${unknown?.position ?? 0}].id`);
}

function offered({ functions, choice, parallel }: ChatTools, installed: readonly Tool[]): Offered {
  const own = new Set(functions.map(({ name }) => name));
  const taken = functions.find(({ name }) => installed.some(({ key }) => key === name));
  if (taken) throw toolNameTaken(taken.name, taken.position);
  const all: FunctionTool[] = [
    ...installed.map(({ key, description, parameters }) => ({ name: key, description, parameters })),
    ...functions.map(({ position: _, ...one }) => one),
  ];
  if (typeof choice === 'object' && choice !== null && !all.some(({ name }) => name === choice.name)) {
    throw toolUnknown(choice.name, 'tool_choice');
  }
  const wishes = { ...(choice !== null && { choice }), ...(parallel !== null && { parallel }) };
  return { installed, own, tools: all.length === 0 ? undefined : { functions: all, ...wishes } };
}
