import { Page } from '../../ui/page.js';

/** A/B campaigns. */
export function CampaignsPage() {
  return <Page title="Campaigns">{null}</Page>;
}
