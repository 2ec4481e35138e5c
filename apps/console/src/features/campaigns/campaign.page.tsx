import { Page } from '../../ui/page.js';

/** The report of a campaign. */
export function CampaignPage() {
  return <Page title="Campaign">{null}</Page>;
}
