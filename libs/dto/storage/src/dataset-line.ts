import { z } from 'zod';

const roles = ['system', 'developer', 'user', 'assistant', 'tool'] as const;

/** An address of any kind: pictures of datasets are neither fetched nor kept. */
const address = z.string().min(1);

const imageUrl = z.union([address, z.object({ url: address, detail: z.string().nullish() })]);

const part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image_url'), image_url: imageUrl }).transform(({ type, image_url }) => {
    if (typeof image_url === 'string') return { type, image_url };
    const { url, detail } = image_url;
    return { type, image_url: detail ? { url, detail } : url };
  }),
  // Some clients write this form.
  z
    .object({ type: z.literal('image'), url: address })
    .transform(({ url }) => ({ type: 'image_url' as const, image_url: url })),
]);

const content = z.union([z.string(), z.array(part).min(1)]);

/** A message of a conversation in a dataset, in its canonical form. Calls of tools are kept as they are. */
const datasetMessageSchema = z
  .object({
    role: z.enum(roles),
    content: content.nullish(),
    name: z.string().nullish(),
    tool_calls: z.array(z.looseObject({})).min(1).nullish(),
    tool_call_id: z.string().nullish(),
  })
  .transform(({ role, content, name, tool_calls, tool_call_id }, context) => {
    if (!content && content !== '' && !tool_calls)
      context.issues.push({
        code: 'custom',
        message: 'is required: a string or parts',
        path: ['content'],
        input: content,
      });
    return {
      role,
      content: content ?? null,
      ...(name && { name }),
      ...(tool_calls && { tool_calls }),
      ...(tool_call_id && { tool_call_id }),
    };
  });

/** A message of a conversation in a dataset. */
export type DatasetMessage = z.output<typeof datasetMessageSchema>;

const text = z.string();
const strings = z.record(z.string(), z.string());

/** Of the metadata of a line, in JSON. */
const maxMetadataBytes = 64 * 1_024;

function isSmall(metadata: unknown): boolean {
  return metadata === undefined || Buffer.byteLength(JSON.stringify(metadata)) <= maxMetadataBytes;
}

const given = z.object({
  messages: z.array(datasetMessageSchema).min(1).nullish(),
  prompt: text.nullish(),
  completion: text.nullish(),
  preferred_completion: text.nullish(),
  chosen: text.nullish(),
  other_completion: text.nullish(),
  rejected: text.nullish(),
  metrics: z.record(z.string(), z.number()).nullish(),
  labels: strings.nullish(),
  metadata: z.unknown().refine(isSmall, `expected JSON of at most ${maxMetadataBytes} bytes`).optional(),
});

type Given = z.output<typeof given>;
type Field = keyof Given;

/** A row of a dataset in recipe format. Every line is converted to it. */
export interface DatasetRow {
  readonly messages: readonly DatasetMessage[];
  /** The answer, or the preferred one of two; null where the line has none. */
  readonly completion: string | null;
  readonly other_completion?: string;
  readonly metrics?: Readonly<Record<string, number>>;
  readonly labels?: Readonly<Record<string, string>>;
  /** Anything of the caller's. */
  readonly metadata?: unknown;
}

/**
 * A line of a dataset: `{messages}`, `{prompt}` or a preference. Unknown fields are dropped; null is the same as
 * absent.
 */
export const datasetLineSchema = given.transform((line, context): DatasetRow => {
  const report = (field: Field, message: string): void => {
    context.issues.push({ code: 'custom', message, path: [field], input: line[field] });
  };
  checkFields(line, report);
  const completion = line.preferred_completion ?? line.chosen ?? line.completion ?? null;
  const other = line.other_completion ?? line.rejected;
  const { labels, metadata } = line;
  return {
    messages: line.messages ?? [{ role: 'user', content: line.prompt ?? '' }],
    completion,
    ...(has(other) && { other_completion: other }),
    ...(has(line.metrics) && { metrics: line.metrics }),
    ...(has(labels) && { labels }),
    ...(has(metadata) && { metadata }),
  };
});

function checkFields(line: Given, report: (field: Field, message: string) => void): void {
  const { messages, prompt, completion, preferred_completion, chosen, other_completion, rejected } = line;
  if (!has(messages) && !has(prompt)) report('messages', 'is required if prompt is absent');
  if (has(messages) && has(prompt)) report('prompt', 'expected messages or prompt, got both');
  alike(line, ['preferred_completion', 'chosen'], report);
  alike(line, ['other_completion', 'rejected'], report);
  const preferred = preferred_completion ?? chosen;
  const other = other_completion ?? rejected;
  if (has(preferred) && has(completion)) report('completion', 'must be absent beside preferred_completion');
  if (has(preferred) && !has(other)) report('other_completion', 'is required beside preferred_completion');
  if (has(other) && !has(preferred)) report('preferred_completion', 'is required beside other_completion');
}

function alike(line: Given, [name, alias]: [Field, Field], report: (field: Field, message: string) => void): void {
  if (has(line[name]) && has(line[alias]) && line[name] !== line[alias])
    report(alias, `must equal ${name}, because it is an alias`);
}

function has<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}
