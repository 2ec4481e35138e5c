import type { IncomingHttpHeaders } from 'node:http';
import { Busboy } from '@fastify/busboy';
import { readJsonObject } from '@earshot/dto-common';
import { AppError, invalidRequest } from '@earshot/errors';
import type { FastifyRequest } from 'fastify';
import { readBody } from './read-body.js';

/** A file of a form. */
export interface FormFile {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** `operations`, `map` and one file: no operation of an official client has more. */
const limits = { fields: 2, files: 1, parts: 3, fieldNameSize: 100, fieldSize: 1_048_576 };

/** Whether a body is a form with files. */
export function isForm(headers: IncomingHttpHeaders): boolean {
  return /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
}

/**
 * Reads a GraphQL request with files (https://github.com/jaydenseric/graphql-multipart-request-spec). Returns the
 * object in `operations`, with a {@link FormFile} at each place that `map` names.
 *
 * @throws AppError `form_malformed`, and the errors of `readBody` and `readJsonObject`.
 */
export async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const { fields, files } = await parse(request.headers, await readBody(request));
  const operations = objectIn(fields, 'operations');
  for (const [name, paths] of Object.entries(objectIn(fields, 'map'))) {
    const file = files.get(name);
    if (file === undefined) throw malformed(`'map' names the file '${name}', which is missing`);
    for (const path of Array.isArray(paths) ? (paths as unknown[]) : []) place(operations, String(path), file);
  }
  return operations;
}

interface Form {
  readonly fields: Map<string, string>;
  readonly files: Map<string, FormFile>;
}

function parse(headers: IncomingHttpHeaders, body: Buffer): Promise<Form> {
  const form: Form = { fields: new Map(), files: new Map() };
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) =>
      reject(cause instanceof AppError ? cause : malformed('it cannot be parsed', cause));
    try {
      const parser = Busboy({ headers: { ...headers, 'content-type': headers['content-type'] as string }, limits });
      parser.on('field', (name, value, _nameCut, valueCut) => {
        if (valueCut) fail(malformed(`'${name}' is too long`));
        form.fields.set(name, value);
      });
      parser.on('file', (name, stream, filename = '', _encoding, contentType) => {
        const pieces: Buffer[] = [];
        stream.on('data', (piece: Buffer) => pieces.push(piece));
        stream.on('end', () => form.files.set(name, { filename, contentType, bytes: Buffer.concat(pieces) }));
      });
      for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
        parser.on(limit, () => fail(malformed('it has too many parts')));
      parser.on('error', fail);
      parser.on('finish', () => resolve(form));
      parser.end(body);
    } catch (error) {
      fail(error);
    }
  });
}

function objectIn(fields: Map<string, string>, name: string): Record<string, unknown> {
  const text = fields.get(name);
  if (text === undefined) throw malformed(`the field '${name}' is missing`);
  return readJsonObject(Buffer.from(text)) as Record<string, unknown>;
}

/** Sets the null at a path, such as `variables.file`, to the file. */
function place(operations: Record<string, unknown>, path: string, file: FormFile): void {
  const names = path.split('.');
  const last = names.pop() as string;
  let holder: unknown = operations;
  for (const name of names) holder = isRecord(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined;
  if (!isRecord(holder) || !Object.hasOwn(holder, last) || holder[last] !== null)
    throw malformed(`'map' names '${path}', which is not null in 'operations'`);
  holder[last] = file;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function malformed(reason: string, cause?: unknown): AppError {
  const message = `The form is malformed: ${reason}. Send 'operations' and 'map', then the file.`;
  return invalidRequest('form_malformed', message, { cause });
}
