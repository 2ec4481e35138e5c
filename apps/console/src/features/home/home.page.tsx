import { Page } from '../../ui/page.js';

/** Traffic, errors, latency and feedback of a project. */
export function HomePage() {
  return <Page title="Home">{null}</Page>;
}
