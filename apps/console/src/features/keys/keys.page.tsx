import { Page } from '../../ui/page.js';

/** API keys of the project. */
export function KeysPage() {
  return <Page title="Keys">{null}</Page>;
}
