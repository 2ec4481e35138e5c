import { useState } from 'react';
import { chatSnippets } from '../../ui/chat-snippets.js';
import { Snippets } from '../../ui/code.js';
import { Dialog } from '../../ui/dialog.js';
import { Select } from '../../ui/select.js';
import type { ChatBody } from './request.js';
import { shownRequest } from './shown-request.js';

/** Shows the current request as code. */
export function CodeDialog({
  isOpen,
  onClose,
  models,
  requestFor,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly models: readonly string[];
  readonly requestFor: (model: string) => ChatBody;
}) {
  const [chosen, setChosen] = useState<string | null>(null);
  const model = chosen !== null && models.includes(chosen) ? chosen : models[0];
  if (model === undefined) return null;
  return (
    <Dialog title="The request as code" isOpen={isOpen} onClose={onClose} isWide>
      {models.length > 1 && (
        <Select
          label="Model"
          options={models.map((key) => ({ id: key, label: key }))}
          value={model}
          onChange={setChosen}
        />
      )}
      <Snippets snippets={chatSnippets(window.location.origin, shownRequest(requestFor(model)))} />
    </Dialog>
  );
}
