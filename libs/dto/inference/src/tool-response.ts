import { pageOf, timestampFields } from '@earshot/dto-common';
import { z } from 'zod';

const shared = {
  id: z.uuid().describe('Id, created by the installation.'),
  key: z.string().describe('Name that models call, unique in its project.'),
  name: z.string().describe('Display name.'),
  project_id: z.uuid().describe('Project of the resource.'),
  description: z.string().describe('Description for models: what the tool does, and when to call it.'),
  parameters: z.record(z.string(), z.unknown()).describe('JSON Schema of the arguments.'),
  enabled: z.boolean().describe('True: requests with `use_tools` offer it by default.'),
  url: z.string().describe('URL of the tool.'),
  header_names: z.array(z.string()).describe('Names of the headers of each call. Their values are never shown.'),
  ...timestampFields,
};

/** A tool as it is shown to those who may manage or read its project. */
export const toolSchema = z
  .discriminatedUnion('kind', [
    z.object({ ...shared, kind: z.literal('http'), method: z.string().describe('HTTP method.') }),
    z.object({ ...shared, kind: z.literal('mcp'), tool: z.string().describe('Name of the tool at the MCP server.') }),
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
