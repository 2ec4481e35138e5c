import { invalidRequest } from '@earshot/errors';
import { Liquid, LiquidError, UndefinedVariableError, type Template } from 'liquidjs';
import { LRUCache } from 'lru-cache';

/**
 * Rendering is done in one go, with everything else waiting. Prompts take well below a millisecond: this ends loops in loops, and not the work of a
 * machine that is busy with something else.
 */
const renderLimitMs = 1_000;

/** Of each project and model that has one: parsing takes as long as rendering. */
const maxTemplates = 500;

/** What all pieces of one rendering may have together, characters; also the longest prompt, by far. */
const maxCharacters = 1_000_000;

/** What a rendered prompt may have, characters, as a template may: with its conversation it has to fit into a record. */
const maxPromptCharacters = 65_536;

/** Those that read other templates: there are none, and no files are to be looked for. */
const tagsOfFiles = ['include', 'render', 'layout', 'block'];

const engine = new Liquid({
  strictVariables: true,
  strictFilters: true,
  // A condition, and a filter that names a default, may ask for what is not there.
  lenientIf: true,
  ownPropertyOnly: true,
  renderLimit: renderLimitMs,
  memoryLimit: maxCharacters,
});
const parsed = new LRUCache<string, Template[]>({
  max: maxTemplates,
  memoMethod: (template) => engine.parse(template),
});
for (const tag of tagsOfFiles) Reflect.deleteProperty(engine.tags, tag);

/** Why a text is no template of the Liquid language; null where it is one. */
export function templateProblem(template: string): string | null {
  try {
    engine.parse(template);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/**
 * The system prompt that a Liquid template makes of the arguments; values are put in as they are, with nothing escaped.
 *
 * @throws AppError `system_prompt_argument_missing`, and `system_prompt_failed` for a template that asks too much or can't take these values.
 */
export function renderPromptTemplate(template: string, args: Readonly<Record<string, unknown>>): string {
  if (!template.includes('{{') && !template.includes('{%')) return template;
  try {
    const prompt = String(engine.renderSync(parsed.memo(template), args));
    if (prompt.length <= maxPromptCharacters) return prompt;
  } catch (error) {
    throw refusalOf(error);
  }
  throw failed(`it is longer than ${maxPromptCharacters} characters`);
}

function refusalOf(error: unknown): Error {
  if (!(error instanceof UndefinedVariableError)) return failed(messageOf(error));
  const name = nameIn(error);
  return invalidRequest(
    'system_prompt_argument_missing',
    `The system prompt needs '${name}': give it in 'system_prompt_args'.`,
    { param: `system_prompt_args.${name}` },
  );
}

function nameIn({ originalError }: UndefinedVariableError): string {
  return (originalError as Error & { variableName: string }).variableName;
}

function failed(why: string): Error {
  return invalidRequest('system_prompt_failed', `The system prompt can't be made of these arguments: ${why}.`, {
    param: 'system_prompt_args',
  });
}

/** The engine's own words, which name the line and the column; they hold nothing of the arguments. */
function messageOf(error: unknown): string {
  if (error instanceof LiquidError) return error.message;
  throw error;
}
