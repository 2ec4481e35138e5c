import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** @typedef {any} Manifest One object for Kubernetes. */
/** @typedef {{ name: string, chart: string, release: string, values: object }} RenderCase */
/** @typedef {{ name: string, manifests: Manifest[], builtin: Manifest[], notes: string, error: string }} Rendering `builtin`: of kinds that Kubernetes itself has. */

/** The root of the checkout. */
export const root = path.resolve(import.meta.dirname, '../../..');

const timeoutMs = 60_000;

/**
 * Renders charts as Helm does, and decodes each object as Kubernetes does.
 *
 * @param {RenderCase[]} cases
 * @returns {Rendering[]}
 */
export function render(cases) {
  const renderer = process.env.EARSHOT_CHART_RENDERER;
  if (!renderer) throw new Error('EARSHOT_CHART_RENDERER is not set. Run these tests with: npm test -- chart.');
  const input = JSON.stringify(cases.map((one) => ({ ...one, chart: path.join(root, 'infra/helm', one.chart) })));
  const { status, stdout, stderr, error } = spawnSync(renderer, {
    input,
    encoding: 'utf8',
    timeout: timeoutMs,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`The renderer failed: ${stderr}`);
  return JSON.parse(stdout).map((/** @type {any} */ outcome) => ({
    ...outcome,
    manifests: (outcome.manifests ?? []).map((/** @type {any} */ { object }) => object),
    builtin: (outcome.manifests ?? [])
      .filter((/** @type {any} */ one) => one.builtin)
      .map((/** @type {any} */ { object }) => object),
  }));
}
