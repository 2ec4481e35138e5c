import { Page } from '../../ui/page.js';
import { ViewTabs } from '../resource/view-tabs.js';
import { ModelsTab } from './models-tab.js';
import type { ModelTab } from './models-search.js';
import { PromptsTab } from './prompts-tab.js';
import { ToolsTab } from './tools-tab.js';
import { useModelsView } from './use-models-view.js';

const tabs = [
  { id: 'models', label: 'Models', content: () => <ModelsTab /> },
  { id: 'tools', label: 'Tools', content: () => <ToolsTab /> },
  { id: 'prompts', label: 'Prompts', content: () => <PromptsTab /> },
] as const;

/** Models, tools and system prompts. */
export function ModelsPage() {
  const { search, change } = useModelsView();
  const select = (tab: ModelTab) => change({ tab, new: undefined, edit: undefined, test: undefined });
  return (
    <Page title="Models" description="What answers requests, what it may call, and how it is instructed.">
      <ViewTabs label="Models, tools and prompts" tabs={tabs} selected={search.tab ?? 'models'} onSelect={select} />
    </Page>
  );
}
