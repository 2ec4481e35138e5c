import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { stack } from './stack.js';

/** A route of the OpenAPI document. */
export interface DocumentedOperation {
  /** Upper case. */
  readonly method: string;
  /** `/api/v1/projects/{project}` */
  readonly path: string;
  /** The example of its JSON body, if any. */
  readonly example?: unknown;
  /** Names of query parameters. */
  readonly query: readonly string[];
  /** Names of required query parameters. */
  readonly requiredQuery: readonly string[];
}

/** A response, for {@link InterfaceDocument.faultOf}. */
export interface SeenAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

interface Media {
  readonly schema: { readonly $ref?: string };
  readonly example?: unknown;
  readonly examples?: Record<string, { readonly value: unknown }>;
}
interface Operation {
  readonly parameters: readonly { readonly in?: string; readonly name?: string; readonly required?: boolean }[];
  readonly requestBody?: { readonly content: Record<string, Media> };
  readonly responses: Record<string, { readonly content?: Record<string, Media> }>;
}
interface OpenApi {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, { readonly properties?: object }> };
}

const json = 'application/json';
let loaded: Promise<InterfaceDocument> | undefined;

/** The document of the running installation. */
export function interfaceDocument(): Promise<InterfaceDocument> {
  loaded ??= fetch(`${stack().url}/openapi.json`).then(
    async (answer) => new InterfaceDocument((await answer.json()) as OpenApi),
  );
  return loaded;
}

/** The OpenAPI document of the installation, to check responses against. */
export class InterfaceDocument {
  readonly #paths: OpenApi['paths'];
  readonly #schemas: OpenApi['components']['schemas'];
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });

  constructor(document: OpenApi) {
    this.#schemas = document.components.schemas;
    this.#paths = document.paths;
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(document, 'openapi.json');
  }

  /** Every route. */
  get operations(): DocumentedOperation[] {
    return Object.entries(this.#paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters, requestBody }]) => ({
        method: method.toUpperCase(),
        path,
        example: exampleOf(requestBody?.content[json]),
        query: queryOf(parameters).map(({ name }) => name as string),
        requiredQuery: queryOf(parameters)
          .filter(({ required }) => required)
          .map(({ name }) => name as string),
      })),
    );
  }

  /** The schema errors of a body. */
  faultsOf({ method, path }: DocumentedOperation, body: unknown): ErrorObject[] {
    return this.#faults([path, method.toLowerCase(), 'requestBody', 'content', json, 'schema'], body);
  }

  /** Names of the fields of the body of a route. */
  fieldsOf({ method, path }: DocumentedOperation): string[] {
    const reference = this.#paths[path]?.[method.toLowerCase()]?.requestBody?.content[json]?.schema.$ref ?? '';
    const schema = this.#schemas[reference.split('/').at(-1) as string];
    return Object.keys(schema?.properties ?? {});
  }

  /** Why the document does not allow this response; null if it does or has no such route. */
  faultOf(method: string, path: string, { status, contentType, text }: SeenAnswer): string | null {
    const template = this.#templateOf(new URL(path, 'http://-').pathname);
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation = template === undefined ? undefined : this.#paths[template]?.[verb];
    if (template === undefined || operation === undefined) return null;
    const response = operation.responses[status];
    if (response === undefined) return `${status} is not documented for ${verb} ${template}: ${text.slice(0, 500)}`;
    const mediaType = contentType.split(';', 1)[0] as string;
    if (text === '') return null;
    if (response.content?.[mediaType] === undefined)
      return `${mediaType} is not documented for ${verb} ${template} ${status}`;
    if (mediaType !== json) return null;
    const at = [template, verb, 'responses', String(status), 'content', json, 'schema'];
    const faults = this.#faults(at, JSON.parse(text));
    return faults.length === 0 ? null : `${verb} ${template} ${status} is not as documented: ${JSON.stringify(faults)}`;
  }

  #faults(at: readonly string[], value: unknown): ErrorObject[] {
    const pointer = at.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const reference = `openapi.json#/paths/${pointer}`;
    const validate = this.#ajv.getSchema(reference) ?? this.#ajv.compile({ $ref: reference });
    return validate(value) === true ? [] : [...(validate.errors ?? [])];
  }

  /** The path template of a path; of several the one with the fewest variables. */
  #templateOf(path: string): string | undefined {
    const variables = (template: string) => template.split('{').length;
    return Object.keys(this.#paths)
      .filter((template) => patternOf(template).test(path))
      .sort((one, other) => variables(one) - variables(other))[0];
  }
}

function queryOf(parameters: Operation['parameters']): Operation['parameters'] {
  return parameters.filter((one) => one.in === 'query');
}

function exampleOf(media: Media | undefined): unknown {
  return media?.example ?? Object.values(media?.examples ?? {})[0]?.value;
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}
