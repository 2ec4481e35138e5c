import { GoProgram } from '../servers/go-program.mjs';

/** @typedef {import('../session/site.mjs').Site} Site */

const program = new GoProgram('chart-renderer', 'infra/helm/renderer');

/** The chart renderer (infra/helm/renderer), built with Go. */
export const chartRenderer = {
  /**
   * Why it is not available, in a sentence with the remedy; null if it is.
   *
   * @param {Site} site
   */
  problem(site) {
    if (program.isAvailable(site)) return null;
    return 'The Helm charts were NOT tested: Go is missing. Install it from https://go.dev/dl.';
  },
  /**
   * @param {Site} site
   * @param {AbortSignal} signal
   */
  acquire: (site, signal) => program.build(site, signal),
  /** @param {Site} site */
  settings: (site) => ({ EARSHOT_CHART_RENDERER: program.file(site) }),
};
