import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ChatModel } from './queries.js';
import { modelsOf, type PlaygroundSearch } from './search.js';

const route = '/shell/$project/playground';

/** What is chosen in the address of the view. */
export interface Choices {
  /** The chosen models: at least one. */
  readonly models: readonly ChatModel[];
  /** Whether names are hidden until judged. */
  readonly isBlind: boolean;
  readonly hasOwnSystem: boolean;
  /** Key of the metric of the address. */
  readonly metric: string | undefined;
  readonly change: (change: PlaygroundSearch) => void;
}

/** Reads and changes the choices of the address. An opened interaction gives the defaults. */
export function useChoices(
  known: readonly ChatModel[],
  opened: { readonly model: string | null; readonly settings: { readonly system: string } },
): Choices {
  const search = useSearch({ from: route });
  const navigate = useNavigate({ from: '/$project/playground' });
  const keys = known.map(({ key }) => key);
  const usual = known.find(({ key }) => key === opened.model) ?? known.find(({ isDefault }) => isDefault);
  const chosen = modelsOf(search, keys, usual?.key);
  const system = search.system ?? (opened.settings.system === '' ? 'model' : 'own');
  return {
    models: chosen.flatMap((chosenKey) => known.find(({ key }) => key === chosenKey) ?? []),
    isBlind: chosen.length > 1 && (search.blind ?? true),
    hasOwnSystem: system === 'own',
    metric: search.metric,
    change: (change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true }),
  };
}
