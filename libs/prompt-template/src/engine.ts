import {
  CycleTag,
  Liquid,
  LiquidError,
  Tokenizer,
  TypeGuards,
  Value,
  type FilterImplOptions,
  type Template,
} from 'liquidjs';
import { charge, ChargedEmitter, chargeSearch, operators } from './budget.js';

/** Budget of one rendering: one unit for each written or filtered character, list entry and tag. Usual: 10,000. */
const maxUnits = 1_000_000;

/** Limit of characters within `{{ }}` and `{% %}`: parsing takes 30 ms at most. Usual prompts have a few hundred. */
const maxMarkup = 16_384;

/** They read other templates: there are none, and no files are to be looked for. */
const tagsOfFiles = ['include', 'render', 'layout', 'block'];

/** They evaluate an expression for each entry, which may hold one of them again: 5 KB took half a minute. */
const filtersOfExpressions = ['where_exp', 'reject_exp', 'group_by_exp', 'has_exp', 'find_exp', 'find_index_exp'];

/** They look for their first argument in a text. */
const searchingFilters = new Set([
  ...['split', 'remove', 'remove_first', 'remove_last', 'replace', 'replace_first', 'replace_last'],
]);

type Handler = Extract<FilterImplOptions, (...args: never[]) => unknown>;

/** Refuses unknown filters when it is parsed; LiquidJS's own does so when it is rendered. */
class StrictCycleTag extends CycleTag {
  constructor(...[token, rest, liquid]: ConstructorParameters<typeof CycleTag>) {
    super(token, rest, liquid);
    for (const candidate of this.arguments()) {
      if (TypeGuards.isFilteredValueToken(candidate)) new Value(candidate, liquid);
    }
  }
}

/** LiquidJS as Earshot uses it: no files, no expressions in filters, and every value charged. */
export const engine = new Liquid({
  strictVariables: true,
  strictFilters: true,
  // Conditions and the filter `default` may use undefined variables.
  lenientIf: true,
  ownPropertyOnly: true,
  memoryLimit: maxUnits,
  operators,
});
for (const tag of tagsOfFiles) Reflect.deleteProperty(engine.tags, tag);
engine.registerTag('cycle', StrictCycleTag);
for (const name of filtersOfExpressions) engine.unregisterFilter(name);
for (const [name, filter] of Object.entries(engine.filters)) engine.registerFilter(name, charged(name, filter));
chargeTags();

/** Why a text is no template that may be stored; null where it is one. */
export function templateProblem(template: string): string | null {
  if (!hasMarkup(template)) return null;
  try {
    const markup = new Tokenizer(template)
      .readTopLevelTokens(engine.options)
      .reduce((sum, token) => (TypeGuards.isDelimitedToken(token) ? sum + token.size() : sum), 0);
    if (markup > maxMarkup) return `more than ${maxMarkup} characters stand in its tags and outputs`;
    engine.parse(template);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Whether there is anything to render. */
export function hasMarkup(template: string): boolean {
  return template.includes('{{') || template.includes('{%');
}

/** What LiquidJS says where the budget is used up; it goes on with the line and the column. */
const budgetExceeded = /^memory alloc limit exceeded/;

/** Whether a template used up its budget. */
export function exceedsBudget(error: unknown): boolean {
  return error instanceof LiquidError && budgetExceeded.test(error.message);
}

/** LiquidJS's own words, which name the line and the column; they hold nothing of the arguments. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof LiquidError)) throw error;
  const { message } = error;
  const [undefinedFilter, name = ''] = /^undefined filter: (\w+)/.exec(message) ?? [];
  if (undefinedFilter !== undefined && filtersOfExpressions.includes(name))
    return message.replace(undefinedFilter, `the filter '${name}' is not supported, it evaluates expressions`);
  return message.replace(budgetExceeded, `it takes more than ${maxUnits} steps and characters`);
}

/** The filter, whose result is charged. */
function charged(name: string, filter: FilterImplOptions): FilterImplOptions {
  const handler = typeof filter === 'function' ? filter : filter.handler;
  if (handler === undefined) return filter;
  const searches = searchingFilters.has(name);
  const withCharge: Handler = function* (value: unknown, ...args: unknown[]): Generator<unknown, unknown, unknown> {
    const budget = this.context.memoryLimit;
    if (searches) chargeSearch(budget, value, args[0]);
    const result = yield handler.call(this, value, ...args);
    charge(budget, result);
    return result;
  };
  return typeof filter === 'function' ? withCharge : { ...filter, handler: withCharge };
}

/** Charges every tag each time it is rendered, and all that is written. */
function chargeTags(): void {
  const { renderer } = engine;
  const render = renderer.renderTemplates.bind(renderer);
  renderer.renderTemplates = (templates: Template[], context, emitter = new ChargedEmitter(context.memoryLimit)) => {
    context.memoryLimit.use(1 + templates.length);
    return render(templates, context, emitter);
  };
}
