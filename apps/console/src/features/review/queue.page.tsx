import { Page } from '../../ui/page.js';

/** Judges the answers of a queue. */
export function QueuePage() {
  return <Page title="Queue">{null}</Page>;
}
