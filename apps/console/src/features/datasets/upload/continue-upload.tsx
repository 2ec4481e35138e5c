import { useState } from 'react';
import { formatBytes, formatTime } from '../../../ui/format.js';
import { Facts } from '../../resource/facts.js';
import resource from '../../resource/resource.module.css';
import { FileField } from './file-field.js';
import { fingerprintOf, mismatchOf } from './parts.js';
import type { UploadSession } from './session.js';

/** Asks for the file of an upload that was left: browsers do not keep access to it. */
export function ContinueUpload({
  session,
  onChoose,
}: {
  readonly session: UploadSession;
  readonly onChoose: (file: File) => void;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const { metadata, completed_parts, total_parts_count, size, expires_at } = session;
  const filename = typeof metadata?.['filename'] === 'string' ? metadata['filename'] : 'the same file';
  const choose = (file: File) => {
    const mismatch = mismatchOf(fingerprintOf(file), metadata);
    setProblem(mismatch);
    if (mismatch === null) onChoose(file);
  };
  return (
    <div className={resource.form}>
      <p>
        Choose <strong>{filename}</strong> again to continue. Parts that are stored are not sent again.
      </p>
      <Facts
        facts={{
          'Stored parts': `${completed_parts.length} of ${total_parts_count}`,
          Stored: formatBytes(size),
          'Kept until': formatTime(expires_at),
        }}
      />
      <FileField label={filename} file={null} onChange={choose} error={problem} />
    </div>
  );
}
