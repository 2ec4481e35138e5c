import type { ResponseCreate, ResponseOwnTool, ResponseTool } from '@earshot/dto-inference';
import { invalidRequest } from '@earshot/errors';
import type { ChatCall } from '../chat-completions/chat-request.mapper.js';
import { checkHostedTools } from '../chat-completions/hosted-tools.js';

type ChatTool = NonNullable<ChatCall['tools']>[number];

/** A tool as its caller names it. */
export interface ToolName {
  readonly type: 'function' | 'custom';
  readonly name: string;
  readonly namespace?: string;
}

/** Arguments of the function that stands for a custom tool: one text. */
const customParameters = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
};

/** The tools of a response as functions of a chat, which has neither namespaces nor custom tools. */
export class ToolNames {
  readonly functions: ChatTool[] = [];
  /** Paths of the tools that only OpenAI's servers run. */
  readonly dropped: string[] = [];
  readonly #names = new Map<string, ToolName>();

  /** @throws AppError `invalid_field` if two tools get one name; `unsupported_parameter` with `drop_params: false`. */
  constructor({ tools, drop_params }: Pick<ResponseCreate, 'tools' | 'drop_params'>) {
    for (const [position, tool] of (tools ?? []).entries()) this.#add(tool, `tools[${position}]`);
    checkHostedTools('OpenAI', this.dropped, drop_params);
  }

  /** The tool that a model calls by this name. */
  of(name: string): ToolName {
    return this.#names.get(name) ?? { type: 'function', name };
  }

  #add(tool: ResponseTool, path: string): void {
    if (isNamespace(tool))
      for (const [position, one] of tool.tools.entries()) this.#addOwn(one, `${path}.tools[${position}]`, tool.name);
    else if (isOwn(tool)) this.#addOwn(tool, path);
    else this.dropped.push(path);
  }

  #addOwn(tool: ResponseOwnTool, path: string, namespace?: string): void {
    const name = functionName(tool.name, namespace);
    if (this.#names.has(name) || name.length > 128) {
      throw invalidRequest('invalid_field', `${path}.name: expected a unique name`, { param: `${path}.name` });
    }
    this.#names.set(name, { type: tool.type, name: tool.name, ...(namespace !== undefined && { namespace }) });
    this.functions.push({ type: 'function', function: { name, ...describedAs(tool) } });
  }
}

/** The name of a tool in a chat, whose names have no namespaces. */
export function functionName(name: string, namespace?: string | null): string {
  return namespace == null ? name : `${namespace}__${name}`;
}

function describedAs(tool: ResponseOwnTool): Omit<Extract<ChatTool, { type: 'function' }>['function'], 'name'> {
  if (tool.type === 'function') {
    const { description, parameters, strict } = tool;
    return { description, parameters, strict };
  }
  const { description, format } = tool;
  const about = format == null ? '' : `Format of the input: ${JSON.stringify(format)}`;
  const described = [description ?? '', about].filter((text) => text !== '').join('\n');
  return { description: described, parameters: customParameters, strict: undefined };
}

function isNamespace(tool: ResponseTool): tool is Extract<ResponseTool, { type: 'namespace' }> {
  return tool.type === 'namespace';
}

function isOwn(tool: ResponseTool): tool is ResponseOwnTool {
  return tool.type === 'function' || tool.type === 'custom';
}
