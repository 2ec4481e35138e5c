import { useQuery } from '@tanstack/react-query';
import { formatNumber, formatShare } from '../../ui/format.js';
import { Panel } from '../../ui/page.js';
import { ErrorNote, Loading } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Facts } from '../resource/facts.js';
import { kappaWords } from './agreement-words.js';
import { agreementQuery, type Agreement, type Queue } from '../review-queues/queries.js';
import styles from './review.module.css';

/** Who reviewed how much, and how much they agree. */
export function AgreementPanel({ project, queue }: { readonly project: string; readonly queue: Queue }) {
  const { data, error, refetch } = useQuery(agreementQuery(project, queue.key));
  return (
    <Panel title="Agreement between reviewers">
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Loading lines={2} label="Loading the agreement" />}
      {data !== undefined && <Figures agreement={data} queue={queue} />}
    </Panel>
  );
}

function Figures({ agreement, queue }: { readonly agreement: Agreement; readonly queue: Queue }) {
  const { items, reviewers, agreement: share, fleiss_kappa: kappa, pairs } = agreement;
  return (
    <>
      {items === 0 ? (
        <p className={styles.quiet}>{whyNone(queue)}</p>
      ) : (
        <Facts
          facts={{
            'Items with two reviews or more': formatNumber(items),
            Agreement: share === null ? null : formatShare(share),
            "Fleiss' kappa": kappa === null ? null : `${kappa.toFixed(2)}, ${kappaWords(kappa)}`,
          }}
        />
      )}
      {reviewers.length > 0 && (
        <Table
          label="Reviewers"
          rows={reviewers}
          keyOf={({ reviewer }) => reviewer}
          columns={[
            { id: 'reviewer', header: 'Reviewer', cell: ({ reviewer }) => reviewer },
            { id: 'reviews', header: 'Reviews', isNumber: true, cell: ({ reviews }) => formatNumber(reviews) },
          ]}
        />
      )}
      {pairs.length > 0 && (
        <Table
          label="Pairs of reviewers"
          rows={pairs}
          keyOf={({ reviewers: names }) => JSON.stringify(names)}
          columns={[
            { id: 'pair', header: 'Pair', cell: ({ reviewers: names }) => names.join(' and ') },
            { id: 'items', header: 'Common items', isNumber: true, cell: ({ items: common }) => formatNumber(common) },
            { id: 'agreement', header: 'Agreement', isNumber: true, cell: (pair) => shareOf(pair.agreement) },
          ]}
        />
      )}
    </>
  );
}

const shareOf = (share: number | null) => (share === null ? 'None' : formatShare(share));

function whyNone({ reviews_per_item: reviews }: Queue): string {
  return reviews === 1
    ? 'Each item of this queue gets one review. With two or more, this shows how much people agree.'
    : `Each item gets ${reviews} reviews by different people. Agreement shows once two have reviewed the same item.`;
}
