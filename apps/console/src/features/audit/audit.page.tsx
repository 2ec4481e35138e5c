import { Page } from '../../ui/page.js';

/** Changes of resources. */
export function AuditPage() {
  return <Page title="Audit">{null}</Page>;
}
