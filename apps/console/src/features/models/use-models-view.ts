import { getRouteApi } from '@tanstack/react-router';
import type { ModelsSearch } from './models-search.js';

const route = getRouteApi('/shell/$project/models');

/** The project, the search params of the view, and a function that changes them. */
export function useModelsView() {
  const { project } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changes: ModelsSearch) => void navigate({ search: (old) => ({ ...old, ...changes }) });
  const close = () => change({ new: undefined, edit: undefined, test: undefined });
  return { project, search, change, close };
}
