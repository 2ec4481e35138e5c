import { LRUCache } from 'lru-cache';
import { UndefinedVariableError, type Template } from 'liquidjs';
import { engine, exceedsBudget, reasonOf } from './engine.js';

/** Limit of a rendered prompt in characters: it must fit a record with its conversation. */
const maxPromptCharacters = 65_536;

/** Limit of all cached templates in characters: up to 200 bytes of memory each, so 50 MiB. */
const maxParsedCharacters = 262_144;

/** Cached because parsing takes as long as rendering. */
const parsed = new LRUCache<string, Template[]>({
  maxSize: maxParsedCharacters,
  sizeCalculation: (_, template) => template.length,
  memoMethod: (template) => engine.parse(template),
});

/** The arguments of a template, by their names. */
export type TemplateArguments = Readonly<Record<string, unknown>>;

/** What became of a template. */
export type Rendered =
  | { readonly kind: 'prompt'; readonly prompt: string }
  /** It needs an argument that is not there. */
  | { readonly kind: 'argument_missing'; readonly name: string }
  /** It can't be made of these arguments. @param why completes "it can't be rendered: " */
  | { readonly kind: 'failed'; readonly why: string }
  /** It was broken off. @param why completes "it is too expensive: " */
  | { readonly kind: 'too_expensive'; readonly why: string };

/** Renders a template in this thread, which it may keep busy for as long as it likes. */
export function render(template: string, args: TemplateArguments): Rendered {
  try {
    const prompt = String(engine.renderSync(parsed.memo(template), args));
    if (prompt.length <= maxPromptCharacters) return { kind: 'prompt', prompt };
    return { kind: 'failed', why: `it is longer than ${maxPromptCharacters} characters` };
  } catch (error) {
    if (error instanceof UndefinedVariableError) return { kind: 'argument_missing', name: nameIn(error) };
    return { kind: exceedsBudget(error) ? 'too_expensive' : 'failed', why: reasonOf(error) };
  }
}

function nameIn({ originalError }: UndefinedVariableError): string {
  return (originalError as Error & { variableName: string }).variableName;
}
