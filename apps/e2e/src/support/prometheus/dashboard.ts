import { fileOf, speedUp } from './rules.js';

/** A query of a panel. */
export interface PanelQuery {
  readonly panel: string;
  readonly expr: string;
  /** Labels that the legend shows. */
  readonly legend: readonly string[];
}

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat?: string }[];
}

/** As long as Grafana makes it for a scrape interval of 15 s: four of them. */
const rateIntervalMs = 60_000;

/** The queries of the dashboard, with the range that Grafana would put in. */
export function panelQueries(): PanelQuery[] {
  const { panels } = JSON.parse(fileOf('infra/observability/grafana/earshot.json')) as { panels: readonly Panel[] };
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat = '' }) => ({
      panel: title,
      expr: expr.replaceAll('$__rate_interval', `${Math.max(rateIntervalMs / speedUp, 20_000)}ms`),
      legend: [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label),
    })),
  );
}
