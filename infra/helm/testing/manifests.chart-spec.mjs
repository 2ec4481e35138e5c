import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { cases } from './cases.mjs';
import { validate } from './kubernetes-schemas.mjs';
import { containersOf, matches, nameOf, ofKind, podsOf, quantity, selectorsOf } from './manifests.mjs';
import { render, root } from './render.mjs';

/** Kinds of others, whose definitions Kubernetes is told of: what else is checked of them is in scaling and entry. */
const foreignKinds = ['HTTPRoute', 'PodMonitor', 'PrometheusRule', 'ScaledObject'];

describe.each(render(cases))('the manifests, $name', ({ manifests, builtin, error }) => {
  const pods = podsOf(manifests);
  const containers = containersOf(manifests);

  it('render, and have no field that Kubernetes does not know', () => {
    expect(error).toBe('');
    expect(pods.length).toBeGreaterThan(0);
    const others = manifests.filter((one) => !builtin.includes(one)).map(({ kind }) => kind);
    expect(foreignKinds).toEqual(expect.arrayContaining(others));
  });

  it('match the schemas of Kubernetes', () => {
    for (const one of builtin) expect(() => validate(one)).not.toThrow();
  });

  it('have unique names', () => {
    const names = manifests.map(nameOf);
    expect(new Set(names).size).toBe(names.length);
    for (const { metadata } of manifests) expect(metadata.name).toMatch(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
  });

  it('bound the CPU and memory of every container', () => {
    for (const { name, container } of containers) {
      const { requests = {}, limits = {} } = container.resources ?? {};
      for (const resource of ['cpu', 'memory']) {
        expect({ name, resource, within: quantity(requests[resource]) <= quantity(limits[resource]) }).toEqual({
          name,
          resource,
          within: true,
        });
      }
    }
  });

  it('run as non-root on a read-only root file system with minimal privileges', () => {
    for (const { name, pod, container } of containers) {
      const { runAsNonRoot, runAsUser, seccompProfile } = pod.securityContext;
      expect({ name, runAsNonRoot, asRoot: runAsUser === 0, seccompProfile }).toEqual({
        name,
        runAsNonRoot: true,
        asRoot: false,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect({ name, ...container.securityContext }).toEqual({
        name,
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect({ name, token: pod.automountServiceAccountToken }).toEqual({ name, token: false });
    }
  });

  it('have every selector match a pod', () => {
    for (const { name, selector } of selectorsOf(manifests)) {
      expect({ name, matching: pods.some(({ labels }) => matches(selector, labels)) }).toEqual({
        name,
        matching: true,
      });
    }
    for (const { name, owner, labels } of pods.filter(({ owner: { kind } }) => kind !== 'Job')) {
      expect({ name, own: matches(owner.spec.selector, labels) }).toEqual({ name, own: true });
    }
  });

  it('have workload selectors that match no pod of another', () => {
    for (const { owner } of pods.filter(({ owner: { kind } }) => kind !== 'Job')) {
      expect(pods.filter(({ labels }) => matches(owner.spec.selector, labels)).map(({ name }) => name)).toEqual([
        nameOf(owner),
      ]);
    }
  });

  it('have a container port for every Service, probe and network policy', () => {
    const portsOf = (/** @type {any} */ selector) =>
      pods
        .filter(({ labels }) => matches(selector, labels))
        .flatMap(({ spec }) => spec.containers.flatMap((/** @type {any} */ one) => one.ports ?? []));
    for (const one of ofKind(manifests, 'Service')) {
      const names = portsOf({ matchLabels: one.spec.selector }).map(({ name }) => name);
      for (const { targetPort } of one.spec.ports) expect(names).toContain(targetPort);
    }
    for (const one of ofKind(manifests, 'NetworkPolicy')) {
      const names = portsOf(one.spec.podSelector).map(({ name }) => name);
      for (const { port } of (one.spec.ingress ?? []).flatMap((/** @type {any} */ rule) => rule.ports))
        expect(names).toContain(port);
    }
    for (const { name, container } of containers) {
      for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
        const port = probe?.httpGet?.port ?? probe?.tcpSocket?.port;
        if (port)
          expect({ name, ports: container.ports.map((/** @type {any} */ one) => one.name) }).toEqual({
            name,
            ports: expect.arrayContaining([port]),
          });
      }
    }
  });

  it('probe startup, liveness and readiness of every service', () => {
    for (const { spec } of pods.filter(({ owner: { kind } }) => kind === 'Deployment')) {
      const [{ startupProbe, livenessProbe, readinessProbe }] = spec.containers;
      expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
        '/livez',
        '/livez',
        '/readyz',
      ]);
    }
  });

  it('have every volume, account, target and port that is referenced', () => {
    for (const { name, pod, container } of containers) {
      const volumes = [...(pod.volumes ?? []).map((/** @type {any} */ one) => one.name), 'data'];
      for (const mount of container.volumeMounts ?? [])
        expect({ name, volumes }).toEqual({ name, volumes: expect.arrayContaining([mount.name]) });
    }
    const names = manifests.map(nameOf);
    for (const { spec } of pods) expect(names).toContain(`ServiceAccount/${spec.serviceAccountName}`);
    for (const { spec } of ofKind(manifests, 'HorizontalPodAutoscaler', 'ScaledObject')) {
      expect(names).toContain(`${spec.scaleTargetRef.kind ?? 'Deployment'}/${spec.scaleTargetRef.name}`);
    }
    for (const { spec } of ofKind(manifests, 'Ingress')) {
      for (const { backend } of spec.rules[0].http.paths) expect(names).toContain(`Service/${backend.service.name}`);
    }
    for (const { spec } of ofKind(manifests, 'HTTPRoute')) {
      for (const { name } of spec.rules[0].backendRefs) expect(names).toContain(`Service/${name}`);
    }
  });

  it('contain no secret, and refer only to documented secrets', () => {
    expect(ofKind(manifests, 'Secret')).toEqual([]);
    const readme = readFileSync(path.join(root, 'infra/helm/earshot/README.md'), 'utf8');
    const probed = containers.flatMap(({ container }) =>
      (container.env ?? []).map((/** @type {any} */ one) => one.valueFrom?.secretKeyRef).filter(Boolean),
    );
    expect(probed.length).toBeGreaterThan(0);
    for (const { name, key } of probed) expect(readme).toMatch(new RegExp(`\\| \`${name}\` +\\|[^\n]*\`${key}\``));
  });

  it('run jobs first, with an account that exists before them', () => {
    const account = manifests.find(
      ({ kind, metadata }) => kind === 'ServiceAccount' && metadata.annotations?.['helm.sh/hook'],
    );
    for (const { metadata, spec } of ofKind(manifests, 'Job')) {
      expect(metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade');
      expect(spec.template.spec.serviceAccountName).toBe(account.metadata.name);
      expect(Number(account.metadata.annotations['helm.sh/hook-weight'])).toBeLessThan(
        Number(metadata.annotations['helm.sh/hook-weight']),
      );
      expect(spec.activeDeadlineSeconds).toBeGreaterThan(0);
    }
  });
});
