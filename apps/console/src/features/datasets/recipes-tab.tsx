import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../ui/badge.js';
import { formatBytes, formatNumber } from '../../ui/format.js';
import { NameCell } from '../resource/name-cell.js';
import { recipeUrl } from './download.js';
import { FilesTab } from './files-tab.js';
import { recipesQuery, type Recipe } from './queries.js';
import { useDatasetsView } from './use-datasets-view.js';

/** Training programs as zips. Earshot stores them and never runs them. */
export function RecipesTab() {
  const { project } = useDatasetsView();
  return (
    <FilesTab<Recipe>
      kind="recipes"
      noun="recipe"
      title="No recipes yet"
      about="A recipe is a zip with a training program. Earshot stores it and never runs it."
      query={useQuery(recipesQuery(project))}
      urlOf={({ id }) => recipeUrl(project, id)}
      isOwn={({ project_id }) => project_id !== null}
      columns={[
        { id: 'name', header: 'Recipe', cell: nameOf },
        { id: 'entry', header: 'Entry point', cell: ({ entry_point }) => <code>{entry_point}</code> },
        { id: 'entries', header: 'Entries', isNumber: true, cell: ({ entries }) => formatNumber(entries) },
        { id: 'size', header: 'Size', isNumber: true, cell: ({ size }) => formatBytes(size) },
      ]}
    />
  );
}

function nameOf({ name, key, project_id }: Recipe) {
  return <NameCell name={name} detail={key} badge={project_id === null && <Badge>All projects</Badge>} />;
}
