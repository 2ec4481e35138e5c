import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { api, bodyOf, type Schemas } from '../../api/client.js';
import { useMay, useSession } from '../../session/session.js';
import { projectsQuery } from '../../shell/projects.js';
import { Button } from '../../ui/button.js';
import { showToast } from '../../ui/toasts.js';
import { FormDialog } from '../resource/form-dialog.js';
import { KeyAndName } from '../resource/key-and-name.js';
import { useWrite } from '../resource/use-write.js';

type Project = Schemas['Project'];

/** The button that creates a project; nothing for a key that may not. */
export function NewProject() {
  const isAdmin = useSession().key.admin;
  const mayManage = useMay('manage');
  const [isOpen, setOpen] = useState(false);
  if (!isAdmin || !mayManage) return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        <Plus aria-hidden />
        New project
      </Button>
      {isOpen && <ProjectForm onClose={() => setOpen(false)} />}
    </>
  );
}

function ProjectForm({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState({ key: '', name: '' });
  const navigate = useNavigate();
  const { mutate, isPending, error } = useWrite<typeof draft, Project>({
    send: ({ key, name }, idempotencyKey) => createProject({ key, name: name || key }, idempotencyKey),
    invalidates: projectsQuery.queryKey,
    onDone: ({ key, name }) => {
      showToast(`Created the project ${name}.`);
      onClose();
      void navigate({ to: '/$project', params: { project: key } });
    },
  });
  return (
    <FormDialog
      title="New project"
      submitLabel="Create project"
      onSubmit={() => mutate(draft)}
      onClose={onClose}
      isPending={isPending}
      error={error}
      fields={['key', 'name']}
      isDisabled={draft.key === ''}
    >
      <KeyAndName
        draft={draft}
        change={(changes) => setDraft((old) => ({ ...old, ...changes }))}
        error={error}
        keyHint="Clients name it, as in support/large"
      />
    </FormDialog>
  );
}

function createProject(body: Schemas['CreateProject'], key: string): Promise<Project> {
  return bodyOf(api.POST('/api/v1/projects', { params: { header: { 'Idempotency-Key': key } }, body }));
}
