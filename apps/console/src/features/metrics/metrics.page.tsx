import { Page } from '../../ui/page.js';

/** What feedback measures. */
export function MetricsPage() {
  return <Page title="Metrics">{null}</Page>;
}
