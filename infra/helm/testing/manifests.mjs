/** @typedef {import('./render.mjs').Manifest} Manifest */

/** @param {Manifest[]} manifests @param {string[]} kinds @returns {Manifest[]} */
export const ofKind = (manifests, ...kinds) => manifests.filter(({ kind }) => kinds.includes(kind));

/** @param {Manifest} manifest */
export const nameOf = ({ kind, metadata }) => `${kind}/${metadata.name}`;

/**
 * Returns all pods, each with the object that creates it.
 *
 * @param {Manifest[]} manifests
 * @returns {{ name: string, owner: Manifest, labels: Record<string, string>, component: string, spec: any }[]}
 */
export function podsOf(manifests) {
  return ofKind(manifests, 'Deployment', 'StatefulSet', 'Job').map((owner) => ({
    name: nameOf(owner),
    owner,
    labels: owner.spec.template.metadata.labels,
    component: owner.spec.template.metadata.labels['app.kubernetes.io/component'],
    spec: owner.spec.template.spec,
  }));
}

/** @param {Manifest[]} manifests @returns {{ name: string, pod: any, container: any }[]} */
export function containersOf(manifests) {
  return podsOf(manifests).flatMap(({ name, spec }) =>
    [...(spec.initContainers ?? []), ...spec.containers].map((container) => ({
      name: `${name}/${container.name}`,
      pod: spec,
      container,
    })),
  );
}

/**
 * Matches labels as Kubernetes does; an empty selector matches everything.
 *
 * @param {{ matchLabels?: Record<string, string>, matchExpressions?: { key: string, operator: string, values: string[] }[] }} selector
 * @param {Record<string, string>} labels
 */
export function matches({ matchLabels = {}, matchExpressions = [] }, labels) {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values }) => {
      if (operator !== 'In') throw new Error(`Unsupported selector operator: ${operator}.`);
      return values.includes(labels[key] ?? '');
    })
  );
}

/**
 * Returns all selectors of pods.
 *
 * @param {Manifest[]} manifests
 * @returns {{ name: string, selector: any }[]}
 */
export function selectorsOf(manifests) {
  return [
    ...ofKind(manifests, 'Service').map((one) => ({ name: nameOf(one), selector: { matchLabels: one.spec.selector } })),
    ...ofKind(manifests, 'NetworkPolicy').map((one) => ({ name: nameOf(one), selector: one.spec.podSelector })),
    ...ofKind(manifests, 'PodDisruptionBudget', 'PodMonitor').map((one) => ({
      name: nameOf(one),
      selector: one.spec.selector,
    })),
    ...podsOf(manifests).flatMap(({ name, spec }) =>
      (spec.topologySpreadConstraints ?? []).map((/** @type {any} */ one) => ({
        name: `spread of ${name}`,
        selector: one.labelSelector,
      })),
    ),
  ];
}

/** Kubernetes quantity as a number: cores, bytes. @param {string} text */
export function quantity(text) {
  const [, number = '', unit = ''] = /^([\d.]+)(m|[KMGT]i)?$/.exec(text) ?? [];
  const factor = { '': 1, m: 0.001, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40 }[unit];
  if (number === '' || factor === undefined) throw new Error(`Invalid Kubernetes quantity: ${text}.`);
  return Number(number) * factor;
}
