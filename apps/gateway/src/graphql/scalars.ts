import { GraphQLError, GraphQLScalarType, Kind, valueFromASTUntyped, type ValueNode } from 'graphql';
import type { FormFile } from '../http/read-form.js';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function stringOf(name: string, isValid: (text: string) => boolean) {
  const parse = (value: unknown): string => {
    if (typeof value === 'string' && isValid(value)) return value;
    throw new GraphQLError(`Expected a value of the type ${name}.`);
  };
  return new GraphQLScalarType<string, unknown>({
    name,
    serialize: String,
    parseValue: parse,
    parseLiteral: (node: ValueNode) => parse(node.kind === Kind.STRING ? node.value : undefined),
  });
}

function fileOf(value: unknown): FormFile {
  const { bytes, filename } = (value ?? {}) as Partial<FormFile>;
  if (Buffer.isBuffer(bytes) && filename !== undefined) return value as FormFile;
  throw new GraphQLError('Expected a file: send the request as multipart/form-data.');
}

/** The scalars of the schema. */
export const scalars = {
  UUID: stringOf('UUID', (text) => uuid.test(text)),
  IdOrKey: stringOf('IdOrKey', (text) => text.length > 0 && text.length <= 257),
  /** Milliseconds since 1970. The Int of GraphQL has 32 bits. */
  Timestamp: new GraphQLScalarType<number, number>({ name: 'Timestamp', serialize: Number, parseValue: Number }),
  JSON: new GraphQLScalarType({
    name: 'JSON',
    serialize: (value) => value,
    parseValue: (value) => value,
    parseLiteral: (node: ValueNode, variables) => valueFromASTUntyped(node, variables),
  }),
  Upload: new GraphQLScalarType<FormFile, never>({
    name: 'Upload',
    parseValue: fileOf,
    parseLiteral: () => fileOf(undefined),
  }),
};
