import { getRouteApi } from '@tanstack/react-router';
import type { DatasetsSearch } from './datasets-search.js';

const route = getRouteApi('/shell/$project/datasets');

/** The project, the search params of the view, and a function that changes them. */
export function useDatasetsView() {
  const { project } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changes: DatasetsSearch, replace = false) =>
    void navigate({ search: (old) => ({ ...old, ...changes }), replace });
  return { project, search, change };
}
