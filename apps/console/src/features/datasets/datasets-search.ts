import { parseSearch, type InteractionSearch } from '../interactions/filter.js';
import { flagParam, textParam, wordParam } from '../resource/search.js';

/** Tabs of the view of datasets: one for each kind of file. */
export const fileTabs = ['datasets', 'recipes', 'artifacts'] as const;

/** Kind of a file that is uploaded. */
export type FileKind = (typeof fileTabs)[number];

/** Formats of a dataset of interactions. */
export const formats = ['sft', 'dpo', 'kto'] as const;

/** Format of a dataset of interactions. */
export type Format = (typeof formats)[number];

/** Search params of the view of datasets. */
export interface DatasetsSearch {
  readonly tab?: FileKind;
  /** Id of the upload session in progress, or `new`. */
  readonly upload?: string;
  /** The form that builds a dataset is open. */
  readonly build?: true;
  readonly format?: Format;
  /** Filter of interactions for a new dataset; opens the form. */
  readonly filter?: InteractionSearch;
  /** Key of the dataset whose details are open. */
  readonly open?: string;
}

/** Reads the search params of the view of datasets. */
export function parseDatasetsSearch(raw: Record<string, unknown>): DatasetsSearch {
  return {
    tab: wordParam(raw['tab'], fileTabs),
    upload: textParam(raw['upload']),
    build: flagParam(raw['build']),
    format: wordParam(raw['format'], formats),
    filter: filterParam(raw['filter']),
    open: textParam(raw['open']),
  };
}

function filterParam(value: unknown): InteractionSearch | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return parseSearch(value as Record<string, unknown>);
}
