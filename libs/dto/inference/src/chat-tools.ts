import { providerFieldsOf } from '@earshot/dto-common';
import { z } from 'zod';
import { fitsIn, functionName, functionParameters } from './request-fields.js';

/** As many as OpenAI's interface takes. */
const maxTools = 128;

/** Of all functions in JSON: many prompts are shorter, and a request has to fit into a record. */
const maxFunctionsBytes = 128 * 1_024;

const name = z.string().regex(functionName, 'expected 1 to 64 letters, digits, dashes or underscores');

const ownFunction = z
  .looseObject({
    type: z.literal('function'),
    function: z
      .looseObject({
        name: name.describe('Name that the model calls.'),
        description: z.string().nullish().describe('What the function does, and when to call it.'),
        parameters: functionParameters.nullish(),
        strict: z.boolean().nullish().describe('True: the provider enforces the schema.'),
      })
      .describe('Description of the function for the model.'),
  })
  .meta({
    id: 'FunctionTool',
    description:
      'A function of the caller. Its calls are returned to the caller. Unknown fields are sent to the provider.',
  });

/** Keeps unknown fields apart, which the provider gets as they are. */
function withProviderFields({ type, function: own, ...outer }: z.output<typeof ownFunction>) {
  const { name, description, parameters, strict, ...others } = own;
  return {
    type,
    function: { name, description, parameters, strict },
    ...providerFieldsOf({ ...outer, function: providerFieldsOf(others).provider_fields }),
  };
}

const toolOverride = z
  .object({
    id: z.string().min(1).max(128).describe('Id or key of a tool of the project.'),
    enabled: z.boolean().describe('True: this request offers the tool.'),
  })
  .meta({ id: 'ToolOverride', description: 'Enables or disables a tool of the project for this request.' });

/** What a model may call: functions of the caller's own, and overrides for the tools of the project. */
const toolsSchema = z
  .array(z.union([ownFunction, toolOverride]))
  .max(2 * maxTools)
  .superRefine((tools, context) => {
    const names = new Set<string>();
    for (const [index, tool] of tools.entries()) {
      if (!('function' in tool)) continue;
      const path = [index, 'function', 'name'];
      if (names.has(tool.function.name)) context.addIssue({ code: 'custom', path, message: 'expected unique names' });
      names.add(tool.function.name);
    }
    if (names.size > maxTools) context.addIssue({ code: 'custom', message: `expected at most ${maxTools} functions` });
    const own = tools.filter((tool) => 'function' in tool);
    const message = `expected functions of at most ${maxFunctionsBytes} bytes in total`;
    if (!fitsIn(maxFunctionsBytes)(own)) context.addIssue({ code: 'custom', message });
  })
  .transform((tools) => tools.map((tool) => ('function' in tool ? withProviderFields(tool) : tool)))
  .describe("Functions of the caller, as in OpenAI's API, and overrides for tools of the project (with `use_tools`).");

/** Which functions the model is to call. */
const toolChoiceSchema = z
  .union([
    z.enum(['none', 'auto', 'required']),
    z.object({
      type: z.literal('function'),
      function: z.object({ name: name.describe('Name of the function.') }).describe('The function to call.'),
    }),
  ])
  .describe(
    'Which functions the model calls: any or none (`auto`), at least one (`required`), none (`none`), or the named one.',
  );

/** What a request says of calls. */
export const toolFields = {
  use_tools: z
    .boolean()
    .nullish()
    .describe('True: offers the enabled tools of the project to the model, and calls them for it.'),
  tools: toolsSchema.nullish(),
  tool_choice: toolChoiceSchema.nullish(),
  parallel_tool_calls: z.boolean().nullish().describe('True: the model may call several functions at once.'),
};
