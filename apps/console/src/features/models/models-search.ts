import { flagParam, textParam, wordParam } from '../resource/search.js';

/** Tabs of the view of models. */
export const modelTabs = ['models', 'tools', 'prompts'] as const;

/** A tab of the view of models. */
export type ModelTab = (typeof modelTabs)[number];

/** Search params of the view of models. */
export interface ModelsSearch {
  readonly tab?: ModelTab;
  /** The form of a new model or tool is open. */
  readonly new?: true;
  /** Key of the model or tool whose form is open. */
  readonly edit?: string;
  /** Key of the model or tool that is tested. */
  readonly test?: string;
  /** Key of the model whose system prompt is edited. */
  readonly prompt?: string;
}

/** Reads the search params of the view of models. */
export function parseModelsSearch(raw: Record<string, unknown>): ModelsSearch {
  return {
    tab: wordParam(raw['tab'], modelTabs),
    new: flagParam(raw['new']),
    edit: textParam(raw['edit']),
    test: textParam(raw['test']),
    prompt: textParam(raw['prompt']),
  };
}
