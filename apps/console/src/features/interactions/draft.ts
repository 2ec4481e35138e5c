import { filterOf, parseSearch, type InteractionSearch } from './filter.js';

/** The fields of the form of filters as they are typed. */
export type FilterDraft = Readonly<Record<(typeof draftFields)[number], string>>;

const draftFields = [
  'model',
  'finish_reason',
  'user',
  'session_id',
  'ab_campaign',
  'label',
  'tag',
  'metric',
  'min',
  'max',
  'created_after',
  'created_before',
] as const;

/** Returns the form for search params. Several labels or tags are separated by commas. */
export function toDraft(search: InteractionSearch): FilterDraft {
  const texts = draftFields.map((field) => [field, textOf(search[field])] as const);
  const draft = Object.fromEntries(texts) as FilterDraft;
  return { ...draft, created_after: localTime(search.created_after), created_before: localTime(search.created_before) };
}

function textOf(value: string | number | readonly string[] | undefined): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}

/** A time as an input of the type `datetime-local` takes it. */
function localTime(iso: string | undefined): string {
  if (iso === undefined) return '';
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Returns the search params of a form. A fixed time replaces a relative range. */
export function fromDraft(draft: FilterDraft, search: InteractionSearch): InteractionSearch {
  const isFixed = draft.created_after !== '' || draft.created_before !== '';
  return parseSearch({
    text: search.text,
    range: isFixed ? undefined : search.range,
    ...draft,
    label: listOf(draft.label),
    tag: listOf(draft.tag),
  });
}

const listOf = (text: string): string[] => text.split(',').map((item) => item.trim());

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns what is wrong with a field of a form; nothing if it can be applied. */
export function draftErrors(draft: FilterDraft): Partial<Record<keyof FilterDraft, string>> {
  const errors: Partial<Record<keyof FilterDraft, string>> = {};
  if (listOf(draft.label).some((label) => label !== '' && !/^[^:]+:./.test(label)))
    errors.label = 'A label is name:value.';
  if (draft.session_id.trim() !== '' && !uuid.test(draft.session_id.trim()))
    errors.session_id = 'A session is a UUID, as its page shows it.';
  if (draft.metric === '' && (draft.min !== '' || draft.max !== '')) errors.metric = 'Bounds need a metric.';
  if (draft.min !== '' && draft.max !== '' && Number(draft.min) > Number(draft.max))
    errors.max = 'Must not be below the minimum.';
  return errors;
}

/** Number of active filters besides the text. */
export function countOf(search: InteractionSearch): number {
  const { text: _text, min: _min, max: _max, range: _range, ...fields } = filterOf(search);
  return Object.keys(fields).length;
}
