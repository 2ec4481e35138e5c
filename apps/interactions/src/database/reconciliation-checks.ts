import { comparisonRecorded, feedbackRecorded } from '@earshot/contracts-feedback';
import { interactionImported, interactionRecorded } from '@earshot/contracts-interactions';
import { checkOf, type ReconciliationCheck } from '@earshot/persistence';

const notErased = `not exists (select from erasures e where e.project_id = expected.project_id
  and e.user_id = expected.user_id and expected.reported_at <= e.erased_at)
  and not exists (select from removed_projects r where r.project_id = expected.project_id)`;

const interactions = `select count(*)::integer as missing
  from json_to_recordset($1::json) as expected (id uuid, at timestamptz, project_id uuid, user_id uuid, reported_at timestamptz)
  where not exists (select from interactions i where i.completion_id = expected.id and i.created_at = expected.at)
    and not exists (select from erased_completions c where c.completion_id = expected.id)
    and not exists (select from expired_interactions e where e.project_id = expected.project_id and expected.at < e.before)
    and ${notErased}`;

// Feedback of unknown completions and of erased users is not stored, so it does not count as missing.
const missingRows = `select count(*)::integer as missing
  from json_to_recordset($1::json) as expected (id uuid, about uuid, project_id uuid, user_id uuid, reported_at timestamptz)
  where not exists (select from feedback_values f where f.id = expected.id)
    and not exists (select from removed_records r where r.id = expected.id)
    and exists (select from interactions i where i.completion_id = expected.about) and ${notErased}`;

const preferred = `select count(*)::integer as missing
  from json_to_recordset($1::json)
    as expected (id uuid, about uuid, other uuid, project_id uuid, user_id uuid, reported_at timestamptz)
  where not exists (select from preferences p where p.id = expected.id)
    and not exists (select from removed_records r where r.id = expected.id)
    and exists (select from interactions i where i.completion_id = expected.about)
    and exists (select from interactions i where i.completion_id = expected.other) and ${notErased}`;

/** The reconciliation checks of all events that the service stores. */
export const checks: readonly ReconciliationCheck[] = [
  checkOf(
    interactionRecorded,
    ({ completions, created_at: at, project_id, user: user_id }) =>
      completions.map(({ completion_id: id }) => ({ id, at, project_id, user_id, reported_at: at })),
    interactions,
  ),
  checkOf(
    interactionImported,
    ({ completion_id: id, created_at: at, project_id, user: user_id, stored_at: reported_at }) => [
      { id, at, project_id, user_id, reported_at },
    ],
    interactions,
  ),
  checkOf(
    comparisonRecorded,
    ({ interactions: compared }) =>
      compared.map(({ completion_id: id, created_at: at, project_id, user: user_id }) => ({
        id,
        at,
        project_id,
        user_id,
        reported_at: at,
      })),
    interactions,
  ),
  checkOf(
    comparisonRecorded,
    ({ id, tied, preferred: one, other: two, project_id, user_id, created_at: reported_at }) =>
      tied === null
        ? [{ id, about: one.completion_id, other: two.completion_id, project_id, user_id, reported_at }]
        : [],
    preferred,
  ),
  checkOf(
    feedbackRecorded,
    ({ id, completion_id: about, project_id, user_id, created_at: reported_at }) =>
      about === null ? [] : [{ id, about, project_id, user_id, reported_at }],
    missingRows,
  ),
];
