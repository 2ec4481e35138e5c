import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { MoreHorizontal, Trash2 } from 'lucide-react';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Menu } from '../../ui/menu.js';
import { showToast } from '../../ui/toasts.js';
import { DeleteDialog } from '../resource/delete-dialog.js';
import { useWrite } from '../resource/use-write.js';
import { DeployButton } from './deploy-button.js';
import { campaignsKey, cancelCampaign, deleteCampaign, type Campaign } from './queries.js';

/** Ends a campaign, deploys its winner, deletes it. */
export function CampaignActions({ project, campaign }: { readonly project: string; readonly campaign: Campaign }) {
  const mayManage = useMay('manage');
  const navigate = useNavigate();
  const [asked, ask] = useState<'end' | 'delete' | null>(null);
  const close = () => ask(null);
  if (!mayManage) return null;
  const isRunning = campaign.status === 'warmup' || campaign.status === 'in_progress';
  const remove = {
    id: 'delete',
    label: 'Delete',
    icon: <Trash2 aria-hidden />,
    isDanger: true,
    onAction: () => ask('delete'),
  };
  return (
    <>
      <DeployButton {...{ project, campaign }} />
      {isRunning && <Button onPress={() => ask('end')}>End campaign</Button>}
      {!isRunning && (
        <Menu
          label={`Actions of ${campaign.name}`}
          actions={[remove]}
          trigger={
            <Button iconOnly aria-label={`Actions of ${campaign.name}`}>
              <MoreHorizontal aria-hidden />
            </Button>
          }
        />
      )}
      {asked === 'end' && <EndDialog {...{ project, campaign }} onClose={close} />}
      {asked === 'delete' && (
        <DeleteDialog
          noun="campaign"
          name={campaign.name}
          send={async (key) => {
            await deleteCampaign(project, campaign.id, key);
            await navigate({ to: '/$project/campaigns', params: { project } });
          }}
          invalidates={campaignsKey(project)}
          onClose={close}
        >
          Its report is deleted with it. Interactions, feedback and comparisons stay.
        </DeleteDialog>
      )}
    </>
  );
}

function EndDialog({
  project,
  campaign,
  onClose,
}: {
  readonly project: string;
  readonly campaign: Campaign;
  readonly onClose: () => void;
}) {
  const write = useWrite<string, Campaign>({
    send: (id, key) => cancelCampaign(project, id, key),
    invalidates: campaignsKey(project),
    onDone: () => {
      showToast(`Ended the campaign ${campaign.name}.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`End ${campaign.name}?`}
      isOpen
      onClose={onClose}
      confirmLabel="End the campaign"
      onConfirm={() => write.mutate(campaign.id)}
      isPending={write.isPending}
      error={write.error}
    >
      <p>It takes no more traffic and counts no more feedback. Its report stays. This is final.</p>
    </ConfirmDialog>
  );
}
