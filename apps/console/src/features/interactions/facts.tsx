import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/client.js';
import { CopyButton } from '../../ui/code.js';
import { formatDuration, formatNumber, formatShare } from '../../ui/format.js';
import { campaignsQuery } from '../campaigns/queries.js';
import { labelsOf } from './row.js';
import { timingParts, tokenRate } from './timings.js';
import styles from './facts.module.css';

interface FactsProps {
  readonly project: string;
  readonly interaction: Schemas['Interaction'];
}

/** What was recorded besides the conversation: times, tokens, parameters, labels and links. */
export function Facts({ project, interaction }: FactsProps) {
  return (
    <section className={styles.facts} aria-label="Details">
      {interaction.timings !== null && <Timings interaction={interaction} timings={interaction.timings} />}
      <dl className={styles.list}>
        <Usage interaction={interaction} />
        <Parameters parameters={interaction.parameters} />
        <Marks project={project} interaction={interaction} />
        <Fact name="Completion">
          <Id id={interaction.completion_id} label="Copy the completion id" />
        </Fact>
        <Fact name="Session">
          <Link to="/$project/sessions/$session" params={{ project, session: interaction.session_id }}>
            <Id id={interaction.session_id} />
          </Link>
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Id({ id, label }: { readonly id: string; readonly label?: string }) {
  return (
    <span className={styles.id}>
      <code>{id}</code>
      {label !== undefined && <CopyButton text={id} label={label} />}
    </span>
  );
}

type Timing = NonNullable<Schemas['Interaction']['timings']>;

function Timings({ interaction, timings }: { readonly interaction: Schemas['Interaction']; readonly timings: Timing }) {
  const parts = timingParts(timings);
  const rate = tokenRate(interaction);
  return (
    <figure className={styles.timings} aria-label="Times">
      <div className={styles.bar} aria-hidden>
        {parts.map(({ id, share }) => (
          <span key={id} className={styles[id]} style={{ flexGrow: share }} />
        ))}
      </div>
      <ul className={styles.legend}>
        {parts.map(({ id, label, ms }) => (
          <li key={id}>
            <span className={[styles.key, styles[id]].join(' ')} aria-hidden />
            {label} <strong>{formatDuration(ms)}</strong>
          </li>
        ))}
        {rate !== null && <li>{rate.toFixed(1)} tokens/s</li>}
      </ul>
    </figure>
  );
}

function Usage({ interaction: { usage } }: { readonly interaction: Schemas['Interaction'] }) {
  if (usage === null) return null;
  return (
    <Fact name="Tokens">
      {formatNumber(usage.total_tokens)}
      <span className={styles.note}>
        {` = ${formatNumber(usage.prompt_tokens)} prompt + ${formatNumber(usage.completion_tokens)} answer`}
      </span>
    </Fact>
  );
}

function Parameters({ parameters }: { readonly parameters: object }) {
  const entries = Object.entries(parameters);
  return entries.map(([name, value]) => (
    <Fact key={name} name={name}>
      <code>{JSON.stringify(value)}</code>
    </Fact>
  ));
}

function Marks({ project, interaction }: FactsProps) {
  const { user, labels, tags, ab_campaign: campaign, propensity } = interaction;
  const list = { to: '/$project/interactions', params: { project } } as const;
  const pairs = labelsOf(interaction).map(([name, value]) => `${name}:${value}`);
  return (
    <>
      {user !== null && (
        <Fact name="User">
          <Link {...list} search={{ user: labels['user'] ?? user }}>
            {labels['user'] ?? user}
          </Link>
        </Fact>
      )}
      {campaign !== null && <Campaign {...{ project, campaign, propensity }} />}
      {pairs.length > 0 && (
        <Fact name="Labels">
          {pairs.map((label) => (
            <Link key={label} {...list} search={{ label: [label] }} className={styles.mark}>
              {label}
            </Link>
          ))}
        </Fact>
      )}
      {tags.length > 0 && (
        <Fact name="Tags">
          {tags.map((tag) => (
            <Link key={tag} {...list} search={{ tag: [tag] }} className={styles.mark}>
              {tag}
            </Link>
          ))}
        </Fact>
      )}
    </>
  );
}

function Campaign({
  project,
  campaign,
  propensity,
}: {
  readonly project: string;
  /** Its id. */
  readonly campaign: string;
  readonly propensity: number | null;
}) {
  const key = useQuery(campaignsQuery(project)).data?.find(({ id }) => id === campaign)?.key;
  return (
    <Fact name="Campaign">
      {key === undefined ? (
        <Id id={campaign} />
      ) : (
        <Link to="/$project/campaigns/$campaign" params={{ project, campaign: key }}>
          {key}
        </Link>
      )}
      {propensity !== null && (
        <span className={styles.note}> chose the model with a probability of {formatShare(propensity)}</span>
      )}
    </Fact>
  );
}
