import { pageOf, timestampFields } from '@earshot/dto-common';
import { z } from 'zod';

const shared = {
  id: z.uuid().describe('Identifier, given by the installation.'),
  key: z.string().describe('What models call it by, unique in its project.'),
  name: z.string().describe('Name for people.'),
  project_id: z.uuid().describe('The project that it belongs to.'),
  description: z.string().describe('What it does, as models read it.'),
  parameters: z.record(z.string(), z.unknown()).describe('JSON Schema of its arguments.'),
  enabled: z.boolean().describe('Whether requests with `use_tools` offer it unless they say otherwise.'),
  url: z.string().describe('Where it is asked.'),
  header_names: z
    .array(z.string())
    .describe('Names of the headers that are sent with each call; values are never shown.'),
  ...timestampFields,
};

/** A tool as it is shown to those who may manage or read its project. */
export const toolSchema = z
  .discriminatedUnion('kind', [
    z.object({ ...shared, kind: z.literal('http'), method: z.string().describe('How it is asked.') }),
    z.object({ ...shared, kind: z.literal('mcp'), tool: z.string().describe("The tool's name at the MCP server.") }),
  ])
  .meta({
    id: 'Tool',
    description: 'A tool of a project.',
    examples: [
      {
        id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e21',
        key: 'weather',
        name: 'weather',
        project_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e01',
        description: 'The weather of a place now.',
        parameters: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
        enabled: true,
        kind: 'http',
        url: 'https://weather.example/now',
        method: 'GET',
        header_names: ['authorization'],
        created_at: '2026-01-31T12:00:00.000Z',
        updated_at: '2026-01-31T12:00:00.000Z',
      },
    ],
  });

/** Answer to `GET /api/v1/projects/{project}/tools`. */
export const toolPageSchema = pageOf(toolSchema);

/** A tool as it is shown to those who may manage or read its project. */
export type ToolResponse = z.output<typeof toolSchema>;
