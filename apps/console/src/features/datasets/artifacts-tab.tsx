import { useQuery } from '@tanstack/react-query';
import { CopyButton } from '../../ui/code.js';
import { formatBytes } from '../../ui/format.js';
import { NameCell } from '../resource/name-cell.js';
import styles from './datasets.module.css';
import { FilesTab } from './files-tab.js';
import { artifactsQuery, type Artifact } from './queries.js';
import { useDatasetsView } from './use-datasets-view.js';

const shownDigits = 12;

/** Results of training: weights, reports. */
export function ArtifactsTab() {
  const { project } = useDatasetsView();
  return (
    <FilesTab<Artifact>
      kind="artifacts"
      noun="artifact"
      title="No artifacts yet"
      about="An artifact is any file of the project: weights, reports, logs."
      query={useQuery(artifactsQuery(project))}
      urlOf={({ url }) => url}
      isOwn={() => true}
      columns={[
        { id: 'name', header: 'Artifact', cell: ({ name }) => <NameCell name={name} /> },
        { id: 'type', header: 'Type', cell: ({ content_type }) => <code>{content_type}</code> },
        { id: 'size', header: 'Size', isNumber: true, cell: ({ size }) => formatBytes(size) },
        { id: 'sha256', header: 'SHA-256', cell: hashOf },
      ]}
    />
  );
}

function hashOf({ sha256, name }: Artifact) {
  return (
    <span className={styles.hashCell}>
      <code title={sha256}>{sha256.slice(0, shownDigits)}…</code>
      <CopyButton text={sha256} label={`Copy the SHA-256 of ${name}`} />
    </span>
  );
}
