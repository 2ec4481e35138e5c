import { Page } from '../../ui/page.js';

/** Models, tools and system prompts. */
export function ModelsPage() {
  return <Page title="Models">{null}</Page>;
}
