import { Page } from '../../ui/page.js';

/** One completion, with its feedback. */
export function InteractionPage() {
  return <Page title="Interaction">{null}</Page>;
}
