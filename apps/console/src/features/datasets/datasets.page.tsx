import { Page } from '../../ui/page.js';

/** Training datasets and files. */
export function DatasetsPage() {
  return <Page title="Datasets">{null}</Page>;
}
