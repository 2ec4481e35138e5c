import { feedbackRecorded } from '@earshot/contracts-feedback';
import { interactionImported, interactionRecorded } from '@earshot/contracts-interactions';
import { reconcile } from '@earshot/persistence';
import { settingsToReconcile } from '../config.js';
import { databaseOptions } from './data-source.js';

const erased = (until: string) =>
  `exists (select from erasures e where e.project_id = (event ->> 'project_id')::uuid
     and e.user_id = (event ->> 'user')::uuid and (event ->> '${until}')::timestamptz <= e.erased_at)`;
const stored = (id: string) =>
  `exists (select from interactions i where i.completion_id = ${id} and i.created_at = (event ->> 'created_at')::timestamptz)`;

const recorded = `select 1 from json_array_elements($1::json) event, json_array_elements(event -> 'completions') completion
  where not ${stored("(completion ->> 'completion_id')::uuid")} and not ${erased('created_at')}`;

const imported = `select 1 from json_array_elements($1::json) event
  where not ${stored("(event ->> 'completion_id')::uuid")} and not ${erased('stored_at')}`;

// What was said about what is not on record, or by who was erased, is rightly gone.
const said = `select 1 from json_array_elements($1::json) event
  where exists (select from interactions i where i.completion_id = (event ->> 'completion_id')::uuid)
    and not exists (select from feedback_values f where f.id = (event ->> 'id')::uuid)
    and not exists (select from erasures e where e.project_id = (event ->> 'project_id')::uuid
      and e.user_id = (event ->> 'user_id')::uuid and (event ->> 'created_at')::timestamptz <= e.erased_at)`;

const { databaseUrl, brokers } = settingsToReconcile();
const missing = await reconcile(
  databaseOptions(databaseUrl, 'interactions-reconcile'),
  brokers,
  [
    { topic: interactionRecorded.topic, missing: { [interactionRecorded.type]: recorded } },
    { topic: interactionImported.topic, missing: { [interactionImported.type]: imported } },
    { topic: feedbackRecorded.topic, missing: { [feedbackRecorded.type]: said } },
  ],
  (line) => process.stdout.write(`${line}\n`),
);
process.exit(missing === 0 ? 0 : 1);
