import { Page } from '../../ui/page.js';

/** Queues of answers to judge. */
export function ReviewPage() {
  return <Page title="Review">{null}</Page>;
}
