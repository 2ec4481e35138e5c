import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '../../session/session.js';
import { Page } from '../../ui/page.js';
import { ViewTabs } from '../resource/view-tabs.js';
import { KeysList } from './keys-list.js';
import type { KeysSearch } from './keys-search.js';
import { Usage } from './usage.js';

const route = getRouteApi('/shell/$project/keys');

/** API keys of the project and its usage; for keys of the installation these too. */
export function KeysPage() {
  const { project } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { admin } = useSession().key;
  const change = (changes: KeysSearch) => void navigate({ search: (old) => ({ ...old, ...changes }) });
  const ofProject = () => (
    <>
      <KeysList project={project} owner={project} search={search} change={change} />
      <Usage project={project} />
    </>
  );
  const tabs = [
    { id: 'project', label: 'Project', content: ofProject },
    {
      id: 'installation',
      label: 'Installation',
      content: () => <KeysList project={project} owner={null} search={search} change={change} />,
    },
  ] as const;
  return (
    <Page title="Keys" description="What may use the project, and how much.">
      {admin ? (
        <ViewTabs
          label="Owner of the keys"
          tabs={tabs}
          selected={search.scope ?? 'project'}
          onSelect={(scope) => change({ scope, new: undefined, edit: undefined })}
        />
      ) : (
        ofProject()
      )}
    </Page>
  );
}
