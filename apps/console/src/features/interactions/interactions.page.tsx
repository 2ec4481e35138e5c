import { Page } from '../../ui/page.js';

/** The record of every completion. */
export function InteractionsPage() {
  return <Page title="Interactions">{null}</Page>;
}
