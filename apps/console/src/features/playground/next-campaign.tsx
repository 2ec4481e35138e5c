import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/states.js';
import { bodyOf, type CampaignDraft } from '../campaigns/campaign-draft.js';
import { campaignsKey, campaignsQuery, createCampaign, type Campaign } from '../campaigns/queries.js';
import { useWrite } from '../resource/use-write.js';
import { campaignsThatCount } from './campaigns.js';
import styles from './judge-bar.module.css';

/** Props of {@link NextCampaign}. */
export interface NextCampaignProps {
  readonly project: string;
  /** Keys of the compared models. */
  readonly models: readonly string[];
  readonly metric: string;
  readonly pairs: readonly (readonly [string, string])[];
}

/** Where the next verdict counts, after one that no campaign counted: a campaign that began since, or one to start. */
export function NextCampaign({ project, models, metric, pairs }: NextCampaignProps) {
  const mayStart = useMay('manage');
  const { data: campaigns } = useQuery(campaignsQuery(project));
  if (campaigns === undefined) return null;
  const [started] = campaignsThatCount(campaigns, metric, pairs);
  if (started !== undefined)
    return (
      <span className={styles.counted}>
        The campaign{' '}
        <Link to="/$project/campaigns/$campaign" params={{ project, campaign: started.key }}>
          {started.key}
        </Link>{' '}
        counts from the next verdict on.
      </span>
    );
  return (
    <>
      <span className={styles.counted}>No running campaign compares these models by it.</span>
      {mayStart && <StartCampaign {...{ project, models, metric }} taken={campaigns.map(({ key }) => key)} />}
    </>
  );
}

interface StartCampaignProps extends Omit<NextCampaignProps, 'pairs'> {
  /** Keys of all campaigns of the project. */
  readonly taken: readonly string[];
}

function StartCampaign({ project, models, metric, taken }: StartCampaignProps) {
  const { mutate, isPending, error } = useWrite<CampaignDraft, Campaign>({
    send: (draft, key) => createCampaign(project, bodyOf(draft, taken), key),
    invalidates: campaignsKey(project),
  });
  const start = () =>
    mutate({
      key: '',
      models: models.toSorted(),
      metric,
      feedback_type: 'preference',
      traffic: '',
      auto_deploy: false,
    });
  return (
    <div className={styles.start}>
      <Button onPress={start} isPending={isPending}>
        Start a campaign with these models
      </Button>
      <ErrorNote error={error} />
    </div>
  );
}
