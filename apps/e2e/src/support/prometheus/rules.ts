import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** An alert of infra/helm/earshot/rules/alerts.yml. */
export interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string; readonly runbook: string };
}

export interface RuleFile {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

/** Root of the checkout. */
export const root = join(import.meta.dirname, '../../../../..');

/** The text of a file of the checkout. */
export const fileOf = (path: string): string => readFileSync(join(root, path), 'utf8');

export const rulesPath = 'infra/helm/earshot/rules/alerts.yml';

/** The rules as they are. */
export const ruleFile = (): RuleFile => parse(fileOf(rulesPath)) as RuleFile;

/** All rules. */
export const allRules = (): Rule[] => ruleFile().groups.flatMap(({ rules }) => rules);

const unitMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** How many times sooner rules fire and resolve than in production: a test takes a minute, not half an hour. */
export const speedUp = 15;

/** Divides each duration of an expression, `[10m]`, by {@link speedUp}. */
export const sooner = (expr: string): string =>
  expr.replaceAll(/\[(\d+[smhd])\]/g, (_, duration: string) => `[${shorter(duration)}]`);

/** The rules with each range and each `for` divided by {@link speedUp}; expressions and labels stay the same. */
export function soonerRules(): RuleFile {
  const groups = ruleFile().groups.map(({ name, rules }) => ({
    name,
    rules: rules.map((rule) => ({
      ...rule,
      expr: sooner(rule.expr),
      ...(rule.for !== undefined && { for: shorter(rule.for) }),
    })),
  }));
  return { groups };
}

function shorter(duration: string): string {
  const [, amount, unit = ''] = /^(\d+)([smhd])$/.exec(duration) ?? [];
  const ms = Number(amount) * (unitMs[unit] ?? NaN);
  if (Number.isNaN(ms)) throw new Error(`${duration} is not a duration such as 10m.`);
  return `${Math.round(ms / speedUp)}ms`;
}
