import { Page } from '../../ui/page.js';
import { ViewTabs } from '../resource/view-tabs.js';
import { ArtifactsTab } from './artifacts-tab.js';
import { DatasetsTab } from './datasets-tab.js';
import type { FileKind } from './datasets-search.js';
import { RecipesTab } from './recipes-tab.js';
import { useDatasetsView } from './use-datasets-view.js';

const tabs = [
  { id: 'datasets', label: 'Datasets', content: () => <DatasetsTab /> },
  { id: 'recipes', label: 'Recipes', content: () => <RecipesTab /> },
  { id: 'artifacts', label: 'Artifacts', content: () => <ArtifactsTab /> },
] as const;

/** Datasets, recipes and artifacts. */
export function DatasetsPage() {
  const { search, change } = useDatasetsView();
  const select = (tab: FileKind) => change({ tab, upload: undefined, build: undefined, filter: undefined });
  return (
    <Page title="Datasets" description="Files for training and evaluation: rows, programs, results.">
      <ViewTabs label="Kinds of files" tabs={tabs} selected={search.tab ?? 'datasets'} onSelect={select} />
    </Page>
  );
}
