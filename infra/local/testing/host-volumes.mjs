/**
 * Volumes for a cluster without a default StorageClass: folders of its only node, made by a pod.
 */

const folder = '/var/tmp/earshot-test';
/** Those of three servers, and of their successors in a new installation. */
const names = ['1', '2', '3', '4', '5', '6'];

/** PersistentVolumes with the folders. */
export const hostVolumes = names.map((name) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: `earshot-test-${name}`, labels: { 'earshot-test': 'volume' } },
  spec: {
    capacity: { storage: '10Gi' },
    accessModes: ['ReadWriteOnce'],
    persistentVolumeReclaimPolicy: 'Retain',
    hostPath: { path: `${folder}/${name}` },
  },
}));

/**
 * A pod that empties the folders. Everybody may write to them: Kubernetes applies no fsGroup to folders of a node.
 *
 * @param {string} image With a shell.
 */
export function emptyFolders(image) {
  const script = `rm -rf /host/earshot-test && cd /host && for name in ${names.join(' ')}; do mkdir -p "earshot-test/$name"; done && chmod -R 777 earshot-test`;
  return nodePod(image, script);
}

/**
 * A pod that removes the folders.
 *
 * @param {string} image With a shell.
 */
export const removeFolders = (image) => nodePod(image, 'rm -rf /host/earshot-test');

/**
 * @param {string} image
 * @param {string} script
 */
function nodePod(image, script) {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'folders' },
    spec: {
      restartPolicy: 'Never',
      containers: [
        {
          name: 'folders',
          image,
          imagePullPolicy: 'IfNotPresent',
          command: ['/bin/sh', '-c', script],
          securityContext: { runAsUser: 0 },
          volumeMounts: [{ name: 'host', mountPath: '/host' }],
        },
      ],
      volumes: [{ name: 'host', hostPath: { path: '/var/tmp', type: 'DirectoryOrCreate' } }],
    },
  };
}
