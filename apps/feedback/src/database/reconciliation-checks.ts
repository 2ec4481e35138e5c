import { comparisonRecorded, feedbackRecorded } from '@earshot/contracts-feedback';
import { interactionImported, interactionRecorded, interactionStarted } from '@earshot/contracts-interactions';
import { checkOf, type ReconciliationCheck } from '@earshot/persistence';

const notErased = `not exists (select from erased_users e where e.project_id = expected.project_id
  and e.user_id = expected.user_id and expected.reported_at <= e.erased_at)`;

const completions = `select count(*)::integer as missing
  from json_to_recordset($1::json) as expected (id uuid, project_id uuid, user_id uuid, reported_at timestamptz)
  where not exists (select from completion_refs c where c.completion_id = expected.id)
    and not exists (select from erased_completions c where c.completion_id = expected.id) and ${notErased}`;

// Feedback is deleted with its metric and with its completion.
const rowsOf = (table: 'feedback' | 'comparisons') => `select count(*)::integer as missing
  from json_to_recordset($1::json)
    as expected (id uuid, metric_id uuid, about uuid, other uuid, session uuid, project_id uuid, user_id uuid, reported_at timestamptz)
  where not exists (select from ${table} t where t.id = expected.id)
    and not exists (select from removed_records r where r.id = expected.id)
    and exists (select from metrics m where m.id = expected.metric_id)
    and (expected.about is null or exists (select from completion_refs c where c.completion_id = expected.about))
    and (expected.other is null or exists (select from completion_refs c where c.completion_id = expected.other))
    and (expected.session is null or exists (
      select from completion_refs c where c.session_id = expected.session and c.project_id = expected.project_id))
    and ${notErased}`;

/** Checks that the tables have what the event topics contain. */
export const checks: readonly ReconciliationCheck[] = [
  checkOf(
    interactionStarted,
    ({ completion_ids, project_id, user: user_id, created_at: reported_at }) =>
      completion_ids.map((id) => ({ id, project_id, user_id, reported_at })),
    completions,
  ),
  checkOf(
    interactionRecorded,
    ({ completions: completionList, project_id, user: user_id, created_at: reported_at }) =>
      completionList.map(({ completion_id: id }) => ({ id, project_id, user_id, reported_at })),
    completions,
  ),
  checkOf(
    interactionImported,
    ({ completion_id: id, project_id, user: user_id, stored_at: reported_at }) => [
      { id, project_id, user_id, reported_at },
    ],
    completions,
  ),
  checkOf(
    interactionImported,
    ({ completion_id: about, project_id, user: user_id, stored_at: reported_at, feedbacks }) =>
      feedbacks.map(({ id, metric_id }) => ({ id, metric_id, about, project_id, user_id, reported_at })),
    rowsOf('feedback'),
  ),
  checkOf(
    feedbackRecorded,
    ({ id, metric_id, completion_id: about, session_id, project_id, user_id, created_at: reported_at }) => [
      { id, metric_id, about, session: about === null ? session_id : null, project_id, user_id, reported_at },
    ],
    rowsOf('feedback'),
  ),
  checkOf(
    comparisonRecorded,
    ({ id, metric_id, preferred, other, project_id, user_id, created_at: reported_at }) => [
      { id, metric_id, about: preferred.completion_id, other: other.completion_id, project_id, user_id, reported_at },
    ],
    rowsOf('comparisons'),
  ),
];
