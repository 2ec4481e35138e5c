import { Page } from '../../ui/page.js';

/** A session, in its order. */
export function ReplayPage() {
  return <Page title="Session">{null}</Page>;
}
