import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as core from 'kubernetes-models/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';

/** @type {Record<string, Record<string, any>>} */
const groups = {
  v1: core,
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'batch/v1': batch,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
};

/**
 * Validates an object against the JSON schema that Kubernetes publishes for its kind.
 *
 * @param {import('./render.mjs').Manifest} manifest
 * @throws {Error} Names each missing or invalid field.
 */
export function validate(manifest) {
  const Kind = groups[manifest.apiVersion]?.[manifest.kind];
  if (Kind === undefined)
    throw new Error(`${manifest.apiVersion} ${manifest.kind} has no schema; add it to kubernetes-schemas.mjs.`);
  new Kind(manifest).validate();
}
